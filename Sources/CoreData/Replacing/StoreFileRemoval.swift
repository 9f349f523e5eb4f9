// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Removing and replacing the files of stores that are classes: of atomic stores, a file each. What else
/// belongs to a store only its class knows.
struct StoreFileRemoval {
  private let storeClass: NSPersistentStore.Type
  private let type: String
  private let access: StoreFileAccess

  init(_ storeClass: NSPersistentStore.Type, type: String, _ access: StoreFileAccess) {
    self.storeClass = storeClass
    self.type = type
    self.access = access
  }

  func remove(_ url: URL) throws {
    try requireFile(url, "destroyed")
    try whileLocked(url) {
      guard unlink(url.path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
      throw FileProblem(url).unwritable()
    }
    TemporaryFile.removeAbandoned(beside: StoreLocation.standardised(url).path)
  }

  func replace(_ destination: URL, with source: URL) throws {
    try requireFile(destination, "replaced")
    try requireFile(source, "copied")
    // A save replaces the file as a whole, so that this is all of one save.
    let content = try Data(contentsOf: source)
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
    try whileLocked(destination) {
      let file = try FileReplacement(destination)
      try file.write(content)
      try file.commit()
    }
  }

  /// Runs a block while no other process or store saves to a file, where stores of the type ask.
  private func whileLocked(_ url: URL, _ body: () throws -> Void) throws {
    var lock: FileLock?
    do { lock = try FileLock.take(url, timeout: access.timeout) } catch {
      guard access.isForced else { throw error }
    }
    try withExtendedLifetime(lock) { try body() }
  }

  private func requireFile(_ url: URL, _ verb: String) throws {
    guard storeClass is NSAtomicStore.Type, url.isFileURL else {
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "The store at \(url.absoluteString) cannot be \(verb): only \(storeClass) knows "
          + "where stores of type \(type) have their data.",
        userInfo: [NSURLErrorKey: url])
    }
    var status = stat()
    guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return try StoreAssembly.requireType(type, at: url)
    }
    throw CocoaError.make(
      .persistentStoreOperation,
      reason: "The store at \(url.path) cannot be \(verb): that is a folder.",
      userInfo: [NSFilePathErrorKey: url.path])
  }
}
