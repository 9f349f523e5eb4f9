// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// One of the two pages at the beginning of an environment's file that say where everything is. The
/// younger one counts. The engine believes what stands there, so it is looked at before.
struct MetaPage: Equatable {
  /// The first bytes of a file: page 0, the flag for "meta", the magic number.
  static let start: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0xDE, 0xC0, 0xEF, 0xBE,
  ]
  /// The bytes that a meta page uses.
  static let byteCount = 152
  private static let version: UInt32 = 1
  private static let pageSizes = [512, 1024, 2048, 4096, 8192, 16384, 32768]
  /// No file is larger; it is what processors can map.
  private static let longest = 1 << 47

  let pageSize: Int
  let transaction: UInt64
  let lastPage: UInt64
  let free: TreeRecord
  let main: TreeRecord
  private let mapSize: UInt64

  /// Nil unless the bytes are a meta page. Only the one that counts must make sense throughout:
  /// when the engine cannot write the other, it leaves a part of what it wanted to write there.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MetaPage.byteCount,
      bytes[10..<12].elementsEqual(MetaPage.start[10..<12]),
      bytes[16..<20].elementsEqual(MetaPage.start[16..<20]),
      bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == MetaPage.version
    else { return nil }
    pageSize = Int(bytes.loadUnaligned(fromByteOffset: 40, as: UInt32.self))
    free = TreeRecord(bytes, at: 40)
    main = TreeRecord(bytes, at: 88)
    lastPage = bytes.loadUnaligned(fromByteOffset: 136, as: UInt64.self)
    transaction = bytes.loadUnaligned(fromByteOffset: 144, as: UInt64.self)
    mapSize = bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    guard MetaPage.pageSizes.contains(pageSize) else { return nil }
  }

  /// True if what the page says can be.
  var isPlausible: Bool {
    mapSize < MetaPage.longest && lastPage > 0 && lastPage < UInt64(MetaPage.longest / pageSize)
      && transaction < 1 << 62 && free.flags & TreeRecord.kinds == TreeRecord.integerKeys
      && main.flags & TreeRecord.kinds == 0 && free.isPlausible(lastPage: lastPage)
      && main.isPlausible(lastPage: lastPage)
  }

  /// True if nothing is in the environment yet.
  var isUnused: Bool { main.isEmpty }
}

/// Where a tree of an environment begins, and how large it is.
struct TreeRecord: Equatable {
  static let byteCount = 48
  /// The flags that say how keys and values are kept.
  static let kinds: UInt16 = 0x7E
  static let integerKeys: UInt16 = 0x08
  /// The page number that stands for none.
  private static let none = UInt64.max
  /// The engine's cursors go no deeper.
  private static let deepest: UInt16 = 32

  let flags: UInt16
  let depth: Int
  let entries: UInt64
  let root: UInt64

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    flags = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)
    depth = Int(bytes.loadUnaligned(fromByteOffset: offset + 6, as: UInt16.self))
    entries = bytes.loadUnaligned(fromByteOffset: offset + 32, as: UInt64.self)
    root = bytes.loadUnaligned(fromByteOffset: offset + 40, as: UInt64.self)
  }

  var isEmpty: Bool { root == TreeRecord.none && depth == 0 && entries == 0 }

  func isPlausible(lastPage: UInt64) -> Bool {
    isEmpty
      || root >= 2 && root <= lastPage && depth > 0 && depth <= TreeRecord.deepest && entries > 0
  }
}

/// The meta pages of a file.
struct MetaPages: Equatable {
  let first: MetaPage
  let second: MetaPage

  var newest: MetaPage { second.transaction > first.transaction ? second : first }

  func page(of transaction: UInt64) -> MetaPage? {
    [first, second].first { $0.transaction == transaction }
  }

  /// Nil unless there are two, of which the newer can be believed.
  init?(_ read: (Int) throws(StoreError) -> MetaPage?) throws(StoreError) {
    guard let first = try read(0), let second = try read(first.pageSize),
      second.pageSize == first.pageSize
    else { return nil }
    self.first = first
    self.second = second
    guard newest.isPlausible else { return nil }
  }

  /// Reads a file's. Throws `.corrupt` when they are damaged; another process may be writing one
  /// just now, so that is found out by looking again.
  init(of file: DataFile) throws(StoreError) {
    for attempt in 0..<5 {
      if attempt > 0 { usleep(1000) }
      let pages = try MetaPages { offset throws(StoreError) in
        try MetaPages.read(file, offset)
      }
      if let pages {
        self = pages
        return
      }
    }
    throw StoreError(
      .corrupt, store: file.path, message: "the pages that say where everything is are damaged")
  }

  private static func read(_ file: DataFile, _ offset: Int) throws(StoreError) -> MetaPage? {
    var bytes = [UInt8](repeating: 0, count: MetaPage.byteCount)
    return try withTypedErrors {
      try bytes.withUnsafeMutableBytes { buffer in
        guard try file.read(buffer, at: offset) == buffer.count else { return nil }
        return MetaPage(UnsafeRawBufferPointer(buffer))
      }
    }
  }
}
#endif
