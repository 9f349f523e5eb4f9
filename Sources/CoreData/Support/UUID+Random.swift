// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension UUID {
  /// Returns a random UUID of the system's generator. Foundation's initialiser opens a file for each.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var words = (generator.next() as UInt64, generator.next() as UInt64)
    return withUnsafeMutableBytes(of: &words) { bytes in
      // Version 4, and the variant of RFC 9562.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}
