// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The key of a part of a history's entry.
struct HistoryKey {
  let number: Int64
  let part: UInt32

  init(number: Int64, part: UInt32) {
    self.number = number
    self.part = part
  }

  /// Nil for bytes that are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 12 else { return nil }
    number = BigEndian.number(bytes)
    part = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    guard number > 0 else { return nil }
  }

  var bytes: [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
      + withUnsafeBytes(of: part.bigEndian, Array.init)
  }

  /// The key of a transaction's time: bytes compare as times do.
  static func time(_ timestamp: Double, _ number: Int64) -> [UInt8] {
    let bits = timestamp.bitPattern
    let word = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    return withUnsafeBytes(of: word.bigEndian, Array.init)
      + withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}

/// The numbers that a history has given out last.
struct HistoryCounters {
  var transaction: Int64 = 0
  var change: Int64 = 0
}

extension MetadataDatabase {
  private static let history = "history"

  /// Returns how far the numbers had come when the history was begun, or last purged; nil: there is
  /// no history.
  func historyCounters() throws(StoreError) -> HistoryCounters? {
    guard let value = try bytes(MetadataDatabase.history) else { return nil }
    guard value.count == 16 else {
      throw StoreError(.corrupt, store: store, message: "the counters of the history are damaged")
    }
    return HistoryCounters(
      transaction: Int64(littleEndian: value.loadUnaligned(as: Int64.self)),
      change: Int64(littleEndian: value.loadUnaligned(fromByteOffset: 8, as: Int64.self)))
  }

  func write(_ counters: HistoryCounters) throws(StoreError) {
    try put(
      withUnsafeBytes(of: counters.transaction.littleEndian, Array.init)
        + withUnsafeBytes(of: counters.change.littleEndian, Array.init), MetadataDatabase.history)
  }

  func removeHistoryCounters() throws(StoreError) {
    _ = try withTypedErrors {
      try Array(MetadataDatabase.history.utf8).withUnsafeBytes {
        try database.delete($0, in: transaction, store: store)
      }
    }
  }
}
#endif
