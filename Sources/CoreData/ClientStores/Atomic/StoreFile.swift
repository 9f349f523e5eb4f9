// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The file of an atomic store, as it was last read or written by us.
struct StoreFile {
  /// The mark by which a file shows that it was replaced or written: inode, size, modification
  /// time.
  private struct Stamp: Hashable {
    let inode: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init?(_ url: URL?) {
      var status = stat()
      guard let url, url.isFileURL, stat(url.path, &status) == 0 else { return nil }
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private var url: URL?
  private var stamp: Stamp?
  /// An empty file that opening the store has made.
  private var reservation: URL?

  /// The store and its file agree.
  mutating func remember(_ url: URL?) {
    self.url = url
    stamp = Stamp(url)
    reservation = nil
  }

  /// The store may have written a part of the file before it failed: that is nobody else's. An
  /// empty file stays one that opening has made.
  mutating func rememberFailure(_ url: URL?) { (self.url, stamp) = (url, Stamp(url)) }

  mutating func noteReservation(_ url: URL?) {
    guard let stamp = Stamp(url), stamp.size == 0 else { return }
    reservation = url
  }

  /// Takes the empty file away again, if it still is.
  mutating func removeReservation() {
    defer { reservation = nil }
    guard let reservation, Stamp(reservation)?.size == 0 else { return }
    try? FileManager.default.removeItem(at: reservation)  // left over, it means a new store
  }

  /// Nobody else may have written the file meanwhile (R-PSC-416). A store that has moved writes to
  /// a new place.
  func requireUnchanged(_ store: NSPersistentStore) throws {
    guard store.url == url, Stamp(url) != stamp else { return }
    throw CocoaError.make(
      .persistentStoreSaveConflicts,
      reason:
        "The file of the store \(name(store)) was changed by somebody else since it was read. "
        + "Nothing was written; remove the store and add it again to see what is there.",
      userInfo: [NSAffectedStoresErrorKey: [store]])
  }

  /// Returns a number that is another one after the file was replaced or written.
  static func changeCount(_ url: URL?) -> UInt64? {
    Stamp(url).map { UInt64(bitPattern: Int64($0.hashValue)) }
  }

  /// Returns true if the store's file is there, with what was last read from it or saved.
  func isCurrent(_ store: NSPersistentStore) -> Bool {
    guard let stamp, stamp.size > 0 else { return false }
    return store.url == url && Stamp(url) == stamp
  }

  func name(_ store: NSPersistentStore) -> String { store.url?.path ?? store.type }

  func bytes(_ url: URL?) -> Int { Int(Stamp(url)?.size ?? 0) }
}
