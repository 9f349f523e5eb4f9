// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Parts of an object's URI, encoded and decoded.
enum URIPart {
  /// A part for a URI. Letters, digits and hyphens of ASCII, which most are made of, go in as they
  /// are; a hyphen is not for `.alphanumerics`, but says the same either way.
  static func encoded(_ part: String, _ allowed: CharacterSet) -> String {
    guard !part.utf8.allSatisfy(isPlain) else { return part }
    return part.addingPercentEncoding(withAllowedCharacters: allowed) ?? part
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// A part of a URI; empty if it cannot be decoded. Few have anything to decode, which costs.
  static func decoded(_ part: Substring) -> String {
    guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
    return String(part).removingPercentEncoding ?? ""
  }
}
