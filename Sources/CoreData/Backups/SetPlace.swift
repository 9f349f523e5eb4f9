// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a folder is to be that appears as a whole: first beside that place, under a hidden name.
struct SetPlace {
  let url: URL
  private let isReplacing: Bool

  /// - Parameter replacing: whether a backup set that is there is replaced.
  init(_ url: URL, replacing: Bool) throws {
    self.url = StoreLocation.standardised(url)
    isReplacing = try SetPlace.isTaken(self.url, replacing)
  }

  /// Returns true if there is a set to replace.
  private static func isTaken(_ url: URL, _ replacing: Bool) throws -> Bool {
    guard url.isFileURL, !StoreLocation.isMemory(url) else {
      throw BackupManifest.failure(.persistentStoreOperation, url, reason: "\(url) is no folder.")
    }
    let folder = url.deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw BackupManifest.failure(
        .fileNoSuchFile, folder, reason: "There is no folder \(folder.path).")
    }
    guard FileManager.default.fileExists(atPath: url.path) else { return false }
    // What is no folder has no content.
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    if names?.isEmpty == true { return false }
    guard replacing, names?.contains(BackupManifest.fileName) == true else {
      throw BackupManifest.failure(
        .fileWriteFileExists, url,
        reason: "There is something at \(url.path) already, and it stays.")
    }
    return true
  }

  /// Makes the folder, lets a block fill it, and gives it its name. After an error there is what was
  /// there before.
  func fill(_ body: (URL) throws -> Void) throws {
    guard let hidden = TransferPlace(beside: url) else {
      throw BackupManifest.failure(.persistentStoreOperation, url, reason: "\(url) is no folder.")
    }
    // What is left there goes when a backup is next made here.
    defer { try? FileManager.default.removeItem(at: hidden.url) }
    try FileManager.default.createDirectory(
      at: hidden.url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try body(hidden.url)
    if isReplacing { return try FolderCopy.replace(url, with: hidden.url) }
    try FolderCopy.move(hidden.url, to: url)
  }
}
