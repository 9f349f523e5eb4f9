// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// The parts of a binary store's file: each has its length, a checksum, and a property list. The
/// last has no length: so a file that ends too early is noticed.
package enum BinaryFrame {
  /// The first bytes of the file.
  package static let signature = Data("OpenCoreData.bin".utf8)

  static func write(_ list: Any, to file: FileReplacement) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    // Never write what would be refused.
    guard PropertyListCheck.isPlain(data) else {
      throw CocoaError.make(
        .persistentStoreSave,
        reason: "The metadata of a binary store is nested too deeply to be stored.")
    }
    try file.write(prefix(of: data))
    try file.write(data)
  }

  static func writeEnd(to file: FileReplacement) throws { try file.write(end) }

  /// Returns the length and checksum that precede a property list.
  package static func prefix(of data: Data) -> Data {
    bytes(UInt64(data.count)) + bytes(checksum(data))
  }

  /// The empty prefix that follows the last property list.
  package static let end = Data(count: 16)

  private static func bytes(_ number: UInt64) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// Tells damage from what was written; no protection against intent.
  static func checksum(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      var place = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        sum = mixed(sum, word.littleEndian)
        place += 8
      }
      while place < bytes.count {
        sum = mixed(sum, UInt64(bytes[place]))
        place += 1
      }
      return sum
    }
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x0000_0100_0000_01b3
    return product ^ product >> 32
  }
}
