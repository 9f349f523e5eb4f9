// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Where a backup is to be: first beside that place, under a hidden name.
struct BackupPlace {
  let url: URL
  let type: BackupType
  /// The store's name in messages.
  private let name: String

  init(_ url: URL, type: BackupType, name: String) {
    self.url = url
    self.type = type
    self.name = name
  }

  // MARK: - Checks

  /// Throws unless a backup may be put there.
  func require(in coordinator: NSPersistentStoreCoordinator, replacing: Bool) throws {
    for other in coordinator.persistentStores {
      guard let taken = other.url, StoreLocation.isSame(url, taken) else { continue }
      throw refusal(
        "a store there is added to this coordinator. Choose another place",
        [NSAffectedStoresErrorKey: [other]])
    }
    guard url.isFileURL, !StoreLocation.isMemory(url) else {
      throw refusal("a backup is a file")
    }
    try requireFolder()
    try requireFree(replacing)
  }

  private func requireFolder() throws {
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard
      !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        || !isFolder.boolValue
    else { return }
    throw CocoaError.make(
      .fileNoSuchFile, reason: text("there is no folder \(folder)"),
      userInfo: [NSFilePathErrorKey: folder])
  }

  private func requireFree(_ replacing: Bool) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else { throw refusal("that is a folder") }
    guard replacing else {
      throw CocoaError.make(
        .fileWriteFileExists,
        reason: text("there is a file already, and the options do not say to replace it"),
        userInfo: [NSFilePathErrorKey: url.path])
    }
    guard StoreLocation.hasContent(at: url) else { return }
    let found = StoreAssembly.type(ofContentAt: url)
    // Only the class of a client knows its files.
    let isOwn = type.engine != nil || StoreAssembly.classes[type.name] != nil
    guard found != type.name, found != nil || isOwn else { return }
    throw refusal("what is there is no store of type \(type.name), and is not replaced")
  }

  // MARK: - Putting it there

  /// Puts a complete store in its place, whatever is there, after it was written out to the disk.
  func take(_ finished: URL) throws {
    if let engine = type.engine { return try engine.moveFile(at: finished, to: url) }
    try StoreFileMove.move(finished.path, to: url.path)
  }

  /// Removes what has been written of a store that is not complete.
  func discard(_ unfinished: URL) {
    if let engine = type.engine { return engine.removeFile(at: unfinished) }
    try? FileManager.default.removeItem(at: unfinished)  // there may be nothing yet
  }

  // MARK: - Errors

  func text(_ why: String) -> String { "\(name) was not backed up to \(url.path): \(why)." }

  func refusal(_ why: String, _ info: [String: Any] = [:]) -> CocoaError {
    CocoaError.make(
      .persistentStoreOperation, reason: text(why),
      userInfo: info.merging([NSFilePathErrorKey: url.path]) { $1 })
  }
}
