// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CExpat
package import Foundation

/// One pass through an XML text in UTF-8. Nothing outside of the text is read.
///
/// Expat does the work; Foundation's parser would have every program load libxml2 and its tables.
package final class XMLPass {
  /// How deep elements may be nested: those who keep a tree of them go through it by recursion.
  package static let greatestDepth = 256

  private let parser: XML_Parser
  private let content: Data
  private let pieceSize: Int
  private let handler: any XMLHandler
  private var failure: (any Error)?
  private var depth = 0
  /// True once a document type names another file, which could declare entities.
  private var mayMissEntities = false
  /// True once a document type has declarations within.
  private var hasDeclarations = false

  private init?(_ content: Data, _ handler: any XMLHandler, pieceSize: Int) {
    self.pieceSize = pieceSize
    guard let parser = XML_ParserCreate("UTF-8") else { return nil }
    self.parser = parser
    self.content = content
    self.handler = handler
  }

  deinit { XML_ParserFree(parser) }

  /// Hands everything in a text on.
  ///
  /// - Parameter pieceSize: how many bytes Expat takes at once, which it copies. Of a GiB it cannot take
  ///   one after another.
  /// - Throws: ``XMLSyntaxError``, after what stands before the place; what the handler throws.
  package static func run(
    over content: Data, telling handler: any XMLHandler, pieceSize: Int = 1 << 24
  ) throws {
    guard let pass = XMLPass(content, handler, pieceSize: pieceSize) else {
      throw XMLSyntaxError(problem: .noMemory, line: 1, reason: "out of memory")
    }
    pass.listen()
    try pass.parse()
  }

  private func parse() throws {
    // Expat would take it for UTF-16.
    guard !content.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) else {
      throw XMLSyntaxError(problem: .notUTF8, line: 1, reason: "it is not UTF-8")
    }
    let isRead = content.withUnsafeBytes(takesAll)
    if let failure { throw failure }
    guard !isRead else { return }
    if let line = UTF8Check.lineOfNoText(in: content) {
      throw XMLSyntaxError(problem: .notUTF8, line: line, reason: "bytes are no text in UTF-8")
    }
    throw syntaxError(XML_GetErrorCode(parser))
  }

  /// Hands all bytes to Expat; false when it refuses some, or has been stopped.
  private func takesAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    repeat {
      let count = min(bytes.count - start, pieceSize)
      let piece = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      start += count
      let isLast: Int32 = start == bytes.count ? 1 : 0
      guard XML_Parse(parser, piece, Int32(count), isLast) == XML_STATUS_OK else { return false }
    } while start < bytes.count
    return true
  }

  // MARK: - What the parser tells

  private func listen() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XMLPass.of(data)?.begin(name, attributes) },
      { data, name in XMLPass.of(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      let piece = UnsafeRawBufferPointer(start: text, count: Int(count))
      XMLPass.of(data)?.attempt { try $0.text(piece) }
    }
    XML_SetProcessingInstructionHandler(parser) { data, target, content in
      guard let target, let content else { return }
      XMLPass.of(data)?.attempt {
        try $0.instruction(String(cString: target), String(cString: content))
      }
    }
    listenForRefusals()
  }

  private func listenForRefusals() {
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      if let encoding { XMLPass.of(data)?.check(encoding: String(cString: encoding)) }
    }
    XML_SetDoctypeDeclHandler(
      parser,
      { data, _, system, _, hasDeclarations in
        XMLPass.of(data)?.mayMissEntities = system != nil
        XMLPass.of(data)?.hasDeclarations = hasDeclarations != 0
      },
      { data in XMLPass.of(data)?.checkDeclarations() })
    XML_SetAttlistDeclHandler(parser) { data, _, _, _, _, _ in
      XMLPass.of(data)?.checkDeclarations()
    }
    XML_SetSkippedEntityHandler(parser) { data, _, _ in
      XMLPass.of(data)?.fail(XML_ERROR_UNDEFINED_ENTITY)
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XMLPass.of(data)?.fail(.declaredEntity, "an entity is declared")
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLPass? {
    data.map { Unmanaged<XMLPass>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Refuses another encoding than UTF-8, unless all letters are ASCII's, which most have in common.
  private func check(encoding: String) {
    guard !["utf-8", "us-ascii"].contains(encoding.lowercased()),
      content.contains(where: { $0 >= 0x80 })
    else { return }
    fail(.encoding, "its encoding is \(encoding)")
  }

  private func checkDeclarations() {
    if hasDeclarations { fail(.declaration, "the document type has declarations of its own") }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, var place = list else { return }
    depth += 1
    guard depth <= XMLPass.greatestDepth else {
      return fail(.tooDeep, "elements are nested more than \(Self.greatestDepth) deep")
    }
    guard !mayMissEntities || !hasUnknownReference else {
      return fail(XML_ERROR_UNDEFINED_ENTITY)
    }
    var attributes: [String: String] = [:]
    while let key = place[0], let value = place[1] {
      attributes[String(cString: key)] = String(cString: value)
      place += 2
    }
    let line = Int(XML_GetCurrentLineNumber(parser))
    attempt { try $0.begin(String(cString: name), attributes, line: line) }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    depth -= 1
    guard let name else { return }
    attempt { try $0.end(String(cString: name)) }
  }

  /// The references that every text may have, without their first sign.
  private static let references = ["#", "lt;", "gt;", "amp;", "quot;", "apos;"].map {
    [UInt8]($0.utf8)
  }

  /// Expat leaves references in attributes out that a file which it does not read could have declared.
  private var hasUnknownReference: Bool {
    let start = Int(XML_GetCurrentByteIndex(parser))
    let count = Int(XML_GetCurrentByteCount(parser))
    return content.withUnsafeBytes { bytes in
      var rest = bytes.dropFirst(start).prefix(count)
      while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
        rest = rest[(place + 1)...]
        guard XMLPass.references.contains(where: { rest.starts(with: $0) }) else { return true }
      }
      return false
    }
  }

  private func attempt(_ body: (any XMLHandler) throws -> Void) {
    guard failure == nil else { return }
    do { try body(handler) } catch { fail(error) }
  }

  private func fail(_ problem: XMLSyntaxError.Problem, _ reason: String) {
    fail(syntaxError(problem, reason))
  }

  private func fail(_ code: XML_Error) { fail(syntaxError(code)) }

  private func fail(_ error: any Error) {
    guard failure == nil else { return }
    failure = error
    XML_StopParser(parser, 0)
  }

  // MARK: - Errors

  private func syntaxError(_ code: XML_Error) -> XMLSyntaxError {
    let problem: XMLSyntaxError.Problem =
      switch code {
      case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION:
        .unfinished
      case XML_ERROR_NO_MEMORY: .noMemory
      case XML_ERROR_TAG_MISMATCH: .mismatchedEnd
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: .contentAfterRoot
      case XML_ERROR_DUPLICATE_ATTRIBUTE: .repeatedAttribute
      case XML_ERROR_INVALID_TOKEN:
        BrokenTag(content.prefix(max(0, Int(XML_GetCurrentByteIndex(parser)) + 1))).problem
      default: .other
      }
    return syntaxError(problem, XML_ErrorString(code).map { String(cString: $0) } ?? "error")
  }

  private func syntaxError(
    _ problem: XMLSyntaxError.Problem, _ reason: String
  ) -> XMLSyntaxError {
    XMLSyntaxError(
      problem: problem, line: Int(XML_GetCurrentLineNumber(parser)), reason: reason)
  }
}
