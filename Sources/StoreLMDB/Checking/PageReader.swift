// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// Reads pages with calls of the system, which report what cannot be read; reading the map would
/// stop the program.
final class PageReader {
  static let headerSize = 16
  private static let overflowFlag: UInt16 = 4

  /// How many pages are read at once while one comes behind the other.
  private static let window: UInt64 = 16

  private let file: DataFile
  private let pageSize: Int
  private let buffer: UnsafeMutableRawBufferPointer
  /// The pages in the buffer.
  private var pages: Range<UInt64> = 0..<0
  private var last: UInt64 = 0

  init(_ file: DataFile, pageSize: Int) {
    self.file = file
    self.pageSize = pageSize
    buffer = .allocate(byteCount: pageSize * Int(PageReader.window), alignment: 8)
  }

  deinit { buffer.deallocate() }

  /// A page, valid until the next is read.
  func page(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    if !pages.contains(number) { try load(number) }
    last = number
    let start = Int(number - pages.lowerBound) * pageSize
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + pageSize])
  }

  /// Reads a page; with some behind it if the last one was the one before. Those that a transaction can
  /// reach stay as they are while it lasts.
  private func load(_ number: UInt64) throws(StoreError) {
    pages = 0..<0
    let wanted = number == last + 1 ? PageReader.window : 1
    let count = try file.read(
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<(Int(wanted) * pageSize)]),
      at: Int(number) * pageSize)
    guard count >= pageSize else { throw short }
    pages = number..<number + UInt64(count / pageSize)
  }

  /// How many pages belong to the one that a long value begins on; 0 when none can begin there.
  func overflowCount(_ number: UInt64) throws(StoreError) -> Int {
    var header = (UInt64(0), UInt64(0))
    return try withUnsafeMutableBytes(of: &header) { bytes throws(StoreError) in
      try fill(bytes, at: Int(number) * pageSize)
      guard bytes.load(as: UInt64.self) == number,
        bytes.load(fromByteOffset: 10, as: UInt16.self) == PageReader.overflowFlag
      else { return 0 }
      return Int(bytes.load(fromByteOffset: 12, as: UInt32.self))
    }
  }

  /// Returns the words of a value; nil when it has none.
  func numbers(on page: UInt64, offset: Int, count: Int) throws(StoreError) -> [UInt64]? {
    guard count >= 8 else { return nil }
    var words = [UInt64](repeating: 0, count: count / 8)
    try withTypedErrors {
      try words.withUnsafeMutableBytes { bytes in
        try fill(bytes, at: Int(page) * pageSize + offset)
      }
    }
    return words
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(StoreError) {
    guard try file.read(bytes, at: offset) == bytes.count else { throw short }
  }

  private var short: StoreError {
    StoreError(.corrupt, store: file.path, message: "the file ends too early")
  }
}
#endif
