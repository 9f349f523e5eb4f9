// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The part of an XML file before its root element.
struct XMLPrologue {
  /// True if the root element is that of a store.
  let isOwn: Bool
  /// Why the file must not be read.
  let refusal: String?

  init(_ start: Data) {
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
    guard bytes.first(where: { $0 > 0x20 }) == 0x3C, let root = bytes.range(of: Self.root) else {
      isOwn = false
      refusal = nil
      return
    }
    let text = String(decoding: bytes[..<root.lowerBound], as: UTF8.self)
    isOwn = Self.isPrologue(text)
    refusal = Self.refusal(text)
  }

  private static let root = Data("<database".utf8)

  /// Nothing but declarations, comments and instructions.
  private static func isPrologue(_ text: String) -> Bool {
    var rest = Substring(text).drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let end: String
      switch rest {
      case _ where rest.hasPrefix("<!--"): end = "-->"
      case _ where rest.hasPrefix("<?"): end = "?>"
      case _ where rest.hasPrefix("<!DOCTYPE"):
        // What it declares is for the refusal to find.
        if rest.prefix(while: { $0 != ">" }).contains("[") { return true }
        end = ">"
      default: return false
      }
      guard let found = rest.range(of: end) else { return false }
      rest = rest[found.upperBound...].drop(while: \.isWhitespace)
    }
    return true
  }

  /// Entities are not wanted: they can make a small file endless, and read other files.
  private static func refusal(_ text: String) -> String? {
    if text.contains("<!ENTITY") { return "it declares entities, which no store has." }
    if let declaration = text.range(of: "<!DOCTYPE"),
      text[declaration.upperBound...].contains("[")
    {
      return "its document type has declarations of its own, which no store has."
    }
    guard let encoding = text.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else { return nil }
    let name = encoding.output.1.lowercased()
    return ["utf-8", "us-ascii"].contains(name)
      ? nil : "its encoding is \(name); a store's is UTF-8."
  }
}
