// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// A state of an LMDB store, on its way into another file.
///
/// The engine's own copy begins a transaction of its own, and to be of the newest commit it waits
/// for the writer, who may be waiting for whoever asks. So the pages are copied here, as the read
/// transaction finds them: none that it can reach is written again while it lasts. The page that
/// says where everything is goes along twice, since of the file's own two the other one may be
/// younger.
final class LMDBImage: StoreImage {
  private let store: LMDBStore
  private let file: DataFile
  private let meta: MetaBytes
  private var snapshot: LMDBSnapshot?

  init(_ store: LMDBStore) throws(StoreError) {
    self.store = store
    file = store.environment.file
    for _ in 0..<50 {
      let snapshot = try store.read()
      let number = UInt64(mdb_txn_id(try snapshot.current()))
      if let meta = try MetaBytes(of: number, in: file) {
        self.meta = meta
        self.snapshot = snapshot
        return
      }
      // Two commits have come since, and the page is gone.
      snapshot.end()
    }
    throw StoreError(
      .timeout, store: file.path, message: "commits came too fast for a copy to begin")
  }

  func end() {
    snapshot?.end()
    snapshot = nil
  }

  func write(
    to url: URL, _ settings: ImageSettings, progress: ImageProgressHandler
  ) throws(StoreError) -> Bool {
    guard snapshot != nil else { throw store.closedError }
    let output = try OutputFile(url.path)
    guard try copy(to: output, max(settings.pagesInStep, 1), progress) else { return false }
    if settings.isCompact { try Compaction(of: url.path).run() }
    return true
  }

  private func copy(
    to output: OutputFile, _ pages: Int, _ progress: ImageProgressHandler
  ) throws(StoreError) -> Bool {
    try withTypedErrors { try meta.copies.withUnsafeBytes { try output.write($0, at: 0) } }
    // Pages that a transaction has taken and given back at once are never written.
    let end = min(meta.byteCount, try file.size())
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pages * meta.page.pageSize, alignment: 16)
    defer { buffer.deallocate() }
    var place = meta.copies.count
    while place < end {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, end - place)])
      guard try file.read(part, at: place) == part.count else { throw tooShort }
      try output.write(UnsafeRawBufferPointer(part), at: place)
      place += part.count
      guard progress(ImageProgress(done: place, total: end)) else { return false }
    }
    return true
  }

  private var tooShort: StoreError {
    StoreError(.corrupt, store: file.path, message: "the file ends too early")
  }
}

/// The page that says where everything is for one transaction, as bytes.
struct MetaBytes {
  let page: MetaPage
  /// Both of the new file's: the second to count is the same, under the number before.
  let copies: [UInt8]

  /// Nil when the page is not there, or being written over.
  init?(of transaction: UInt64, in file: DataFile) throws(StoreError) {
    let size = try MetaPages(of: file).newest.pageSize
    let place = Int(transaction & 1) * size
    let bytes = try MetaBytes.read(file, at: place, count: size)
    guard let page = bytes.withUnsafeBytes(MetaPage.init), page.transaction == transaction,
      page.isPlausible, try MetaBytes.read(file, at: place, count: size) == bytes
    else { return nil }
    self.page = page
    let own = Int(transaction & 1)
    let both = [0, 1].map { number in
      MetaBytes.numbered(
        bytes, page: number, transaction: number == own ? transaction : max(transaction, 1) - 1)
    }
    copies = both[0] + both[1]
  }

  /// Bytes up to the last page in use.
  var byteCount: Int { (Int(page.lastPage) + 1) * page.pageSize }

  private static func read(
    _ file: DataFile, at place: Int, count size: Int
  ) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try withTypedErrors {
      try bytes.withUnsafeMutableBytes { try file.read($0, at: place) }
    }
    return count == size ? bytes : []
  }

  private static func numbered(
    _ bytes: [UInt8], page: Int, transaction: UInt64
  ) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt64(page), as: UInt64.self)
      bytes.storeBytes(of: transaction, toByteOffset: 144, as: UInt64.self)
    }
    return bytes
  }
}
#endif
