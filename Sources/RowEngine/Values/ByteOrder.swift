// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Lexicographic order of byte strings: -1, 0 or 1.
package enum ByteOrder {
  package static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    if common > 0, let left = a.baseAddress, let right = b.baseAddress {
      let result = memcmp(left, right, common)
      if result != 0 { return result < 0 ? -1 : 1 }
    }
    return a.count < b.count ? -1 : (a.count > b.count ? 1 : 0)
  }

  /// By code point, which is how bytes of UTF-8 compare.
  package static func order(_ a: String, _ b: String) -> Int {
    var a = a
    var b = b
    return a.withUTF8 { left in
      b.withUTF8 { right in
        order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
  }

  static func order(_ a: Data, _ b: Data) -> Int {
    a.withUnsafeBytes { left in b.withUnsafeBytes { right in order(left, right) } }
  }

  static func order(_ a: UUID, _ b: UUID) -> Int {
    withUnsafeBytes(of: a.uuid) { left in
      withUnsafeBytes(of: b.uuid) { right in order(left, right) }
    }
  }
}
