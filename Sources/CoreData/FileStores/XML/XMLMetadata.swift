// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Metadata as the property list within an XML store.
///
/// What an XML property list would not give back as it was (dates with parts of seconds, text that
/// XML cannot carry) is in a binary property list within it.
enum XMLMetadata {
  private static let exactKey = "CDExactMetadata"

  /// Returns the `<plist>` element.
  static func element(_ metadata: [String: Any]) throws -> String {
    var plain: [String: Any] = [:]
    var exact: [String: Any] = [:]
    for (key, value) in metadata {
      if isKept(key, value) { plain[key] = value } else { exact[key] = value }
    }
    if !exact.isEmpty {
      plain[exactKey] = try PropertyListSerialization.data(
        fromPropertyList: exact, format: .binary, options: 0)
    }
    let text = String(decoding: try xml(plain), as: UTF8.self)
    guard let start = text.range(of: "<plist") else { return "" }
    return text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the metadata of a property list; nil if it is none.
  static func metadata(_ element: String) -> [String: Any]? {
    // What cannot be read is for the caller to report.
    let list = try? PropertyListSerialization.propertyList(
      from: Data(element.utf8), format: nil)
    guard var metadata = list as? [String: Any] else { return nil }
    guard let data = metadata.removeValue(forKey: exactKey) as? Data else { return metadata }
    guard PropertyListCheck.isPlain(data),
      // Likewise.
      let exact = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { return nil }
    return metadata.merging(exact) { _, exact in exact }
  }

  private static func xml(_ metadata: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: metadata, format: .xml, options: 0)
  }

  private static func isKept(_ key: String, _ value: Any) -> Bool {
    let entry = [key: value]
    guard let data = try? xml(entry),  // what cannot be written so goes the other way
      data.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }),
      !String(decoding: data, as: UTF8.self).unicodeScalars.contains(where: {
        $0 == "\u{FFFE}" || $0 == "\u{FFFF}"
      }),
      let back = try? PropertyListSerialization.propertyList(from: data, format: nil)  // likewise
    else { return false }
    return (back as? NSDictionary)?.isEqual(to: entry) ?? false
  }
}
