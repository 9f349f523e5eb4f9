// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// CRC-32C, as networks and file systems use it: tells damage, not intent.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? 0x82F6_3B78 ^ rest >> 1 : rest >> 1
    }
  }

  static func crc32c(_ data: Data) -> UInt32 {
    var sum: UInt32 = .max
    data.withUnsafeBytes { bytes in
      table.withUnsafeBufferPointer { table in
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
      }
    }
    return ~sum
  }
}
