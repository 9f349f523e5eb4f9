// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The mark beside a store's file that it takes part in the migration of several: a hidden file, locked
/// while the process lives that migrates. Whoever wants to add the store waits for the lock. Without it
/// the process has died: the mark leads to the record of its decision (``SetRecord``), by which the
/// copy takes the file's place, or goes.
final class StoreMark {
  let url: URL
  private let path: String
  private let descriptor: Int32

  private init(_ url: URL, descriptor: Int32) {
    self.url = url
    path = Self.path(of: url)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Marks a store.
  ///
  /// - Parameters:
  ///   - record: where the decision is going to be.
  ///   - timeout: how long to wait for another migration, in seconds.
  /// - Throws: 134090 after the timeout; 513, 640 and 512 when the mark cannot be made.
  static func make(_ url: URL, type: String, record: String, timeout: Double) throws -> StoreMark {
    try settle(url, timeout: timeout)
    let path = path(of: url)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Another migration has begun just now.
      if errno == EEXIST { return try make(url, type: type, record: record, timeout: timeout) }
      throw FileProblem(URL(fileURLWithPath: path)).unwritable()
    }
    let mark = StoreMark(url, descriptor: descriptor)
    // Where there are no locks nobody waits.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      return try make(url, type: type, record: record, timeout: timeout)
    }
    do { try mark.write(MarkContent(type: type, record: record)) } catch {
      mark.remove()
      throw error
    }
    return mark
  }

  /// Where the copy of a store is until it takes the place.
  static func copy(of url: URL) -> URL { URL(fileURLWithPath: path(of: url) + ".copy") }

  /// The store is what it is to be.
  ///
  /// - Parameter record: goes with the last mark.
  func remove(_ record: SetRecord? = nil) {
    record?.removeIfSettled(without: path)
    unlink(path)
  }

  private func write(_ content: MarkContent) throws {
    let data = try PropertyListEncoder().encode(content)
    let count = data.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard count == data.count, fsync(descriptor) == 0 else {
      throw FileProblem(URL(fileURLWithPath: path)).unwritable()
    }
    try Self.synchronise((path as NSString).deletingLastPathComponent)
  }

  static func synchronise(_ path: String) throws {
    do { try StoreFileMove.synchronise(path) } catch {
      throw ErrorTranslation.cocoaError(error, url: URL(fileURLWithPath: path), engine: nil)
    }
  }

  private static func path(of url: URL) -> String {
    StoreLocation.companion(of: url, ".together")
  }

  // MARK: - What a migration has left

  /// Waits until no process migrates a store together with others; ends what one that has died has
  /// left. One failed system call without a mark.
  ///
  /// - Throws: 134090 after the timeout; what moving the file throws.
  static func settle(_ url: URL?, timeout: Double) throws {
    guard let url, url.isFileURL, !StoreLocation.isMemory(url) else { return }
    let path = path(of: url)
    guard access(path, F_OK) == 0 else { return }
    guard
      let lock = try FileLock.take(URL(fileURLWithPath: path), timeout: timeout)
    else { return }
    try withExtendedLifetime(lock) { try end(url, path) }
  }

  /// The process that marked the store is gone.
  private static func end(_ url: URL, _ path: String) throws {
    // What is not written whole has no decision behind it.
    let content = FileManager.default.contents(atPath: path).flatMap {
      try? PropertyListDecoder().decode(MarkContent.self, from: $0)
    }
    let record = content?.record(beside: path).flatMap(SetRecord.init)
    let place = StorePlace(url, type: content?.type ?? "")
    if record == nil {
      place.discardCopy()
      content?.removeDraft(beside: path)
    } else {
      try place.takeCopy()
    }
    record?.removeIfSettled(without: path)
    unlink(path)
    // Two that end at once see each other's marks.
    record?.removeIfSettled()
  }
}

/// The content of a mark.
struct MarkContent: Codable {
  let type: String
  /// The path of the record.
  let record: String

  /// Returns where the record is: where it was, or in the same place as seen from the mark, if the
  /// folders were moved.
  func record(beside mark: String) -> String? {
    places(beside: mark).first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Removes a record that was not written whole.
  func removeDraft(beside mark: String) {
    StoreFileMove.remove(places(beside: mark).map(SetRecord.draft))
  }

  private func places(beside mark: String) -> [String] {
    let name = (record as NSString).lastPathComponent
    return [record, (mark as NSString).deletingLastPathComponent + "/" + name]
  }
}
