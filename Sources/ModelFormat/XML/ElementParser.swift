// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import FoundationXML

/// Reads XML into a tree of elements that remember their lines. Used once, by one thread.
final class ElementParser: NSObject, XMLParserDelegate {
  private let file: String
  private var open: [Element] = []
  private var root: Element?
  private var failure: ModelFormatError?

  private init(file: String) { self.file = file }

  /// Returns the root element of the XML.
  ///
  /// - Throws: `malformed` with the line and what was expected there.
  static func root(of xml: Data, file: String) throws(ModelFormatError) -> Element {
    try requireUTF8(xml, file: file)
    try refuseEntities(in: xml, file: file)
    let reader = ElementParser(file: file)
    let parser = XMLParser(data: xml)
    parser.delegate = reader
    let isWellFormed = parser.parse()
    if let failure = reader.failure { throw failure }
    guard isWellFormed, reader.open.isEmpty, let root = reader.root else {
      throw reader.malformed(code: nil, line: parser.lineNumber)
    }
    return root
  }

  /// Foundation's parser stops the program at names that are not UTF-8.
  private static func requireUTF8(_ xml: Data, file: String) throws(ModelFormatError) {
    guard String(validating: xml, as: UTF8.self) == nil else { return }
    let lines = xml.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let first = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .malformed(
      file: file, line: first + 1,
      message: "malformed XML: expected UTF-8, found bytes that are no text in it")
  }

  /// Entities can make a small file endless, and no model declares any.
  private static func refuseEntities(in xml: Data, file: String) throws(ModelFormatError) {
    guard let line = lineOfFirstEntity(in: xml) else { return }
    throw .malformed(
      file: file, line: line,
      message: "malformed XML: expected no declarations of entities, which no model has")
  }

  /// Byte by byte: Foundation's search looks types up in the conformances of all libraries.
  private static func lineOfFirstEntity(in xml: Data) -> Int? {
    xml.withUnsafeBytes { bytes in
      let declaration = Array("<!ENTITY".utf8)
      let place = bytes.indices.first {
        bytes[$0] == declaration[0] && bytes[$0...].starts(with: declaration)
      }
      return place.map { bytes[..<$0].count { $0 == UInt8(ascii: "\n") } + 1 }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(
      Element(name: elementName, attributes: attributes, line: SourceLine(parser.lineNumber)))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    // The first error is the cause; those after it are consequences.
    if failure == nil {
      failure = malformed(code: (parseError as NSError).code, line: parser.lineNumber)
    }
  }

  private func malformed(code: Int?, line: Int) -> ModelFormatError {
    .malformed(file: file, line: line, message: "malformed XML: " + expectation(code: code))
  }

  /// Returns the expectation that was not met, by the error codes of libxml2 and the elements that
  /// are open.
  private func expectation(code: Int?) -> String {
    switch (code, open.last) {
    case (_, nil) where root == nil: "expected a <model> element"
    case (5, nil), (_, nil): "expected the end of the file after </\(root?.name ?? "model")>"
    case (5, let element?), (76, let element?), (77, let element?):
      "expected </\(element.name)> for <\(element.name)> of line \(element.line.number)"
    case (39, let element?): "expected a quoted attribute value inside <\(element.name)>"
    case (41, let element?): "expected '=' and a value after an attribute inside <\(element.name)>"
    case (42, let element?): "expected each attribute only once inside <\(element.name)>"
    case (73, let element?): "expected '>' to close a tag inside <\(element.name)>"
    case (_, let element?): "expected well-formed content inside <\(element.name)>"
    }
  }
}
