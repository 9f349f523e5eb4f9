// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A backup of several stores as of one moment: a folder with their files and a manifest. Our
/// addition (R-PSC-946).
///
/// ```swift
/// let set = try BackupSet(at: folder)
/// try set.verify()
/// for store in set.manifest.stores { print(store.type, store.path) }
/// try set.restore(to: emptyFolder)
/// ```
public struct BackupSet: Sendable {
  /// The folder.
  public let directory: URL
  /// The description of the set.
  public let manifest: BackupManifest

  /// Reads the manifest of a set; the files are looked at by ``verify()``.
  ///
  /// - Throws: 260 for what is no set; 259 for a manifest that is damaged, or names files outside of
  ///   the set; 256 for one of a newer format.
  public init(at directory: URL) throws {
    self.directory = StoreLocation.standardised(directory)
    manifest = try BackupManifest(in: self.directory)
  }

  /// Returns the place of a store's file in the set.
  public func url(of store: BackupManifest.Store) -> URL {
    directory.appendingPathComponent(store.path)
  }

  /// Compares every file with the manifest. Reads all of them.
  ///
  /// A store that was opened in the set itself may have changed by that: restore it elsewhere.
  ///
  /// - Throws: 260 for a file that is missing; 259 for one that differs, or a log that was not there;
  ///   `NSFilePathErrorKey` names it.
  public func verify() throws {
    for file in manifest.files {
      let url = directory.appendingPathComponent(file.path)
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw BackupManifest.failure(
          .fileReadNoSuchFile, url, reason: "The backup set lacks the file \(url.path).")
      }
      let found = try FolderCopy.description(of: file.path, in: directory)
      guard found == file else { throw difference(of: found, from: file, at: url) }
    }
    try requireNoLog()
  }

  private func difference(
    of found: BackupManifest.File, from file: BackupManifest.File, at url: URL
  ) -> CocoaError {
    let what =
      found.size == file.size
      ? "its content is another" : "it has \(found.size) bytes instead of \(file.size)"
    return BackupManifest.failure(
      .fileReadCorruptFile, url,
      reason: "The file \(url.path) of the backup set has changed: \(what).")
  }

  /// With a log beside it a file is not what it seems.
  private func requireNoLog() throws {
    for store in manifest.stores {
      for end in ["-wal", "-journal"] {
        let log = directory.appendingPathComponent(store.path + end)
        guard StoreLocation.hasContent(at: log) else { continue }
        throw BackupManifest.failure(
          .fileReadCorruptFile, log,
          reason:
            "The store \(store.path) of the backup set was changed: there is a log \(log.path).")
      }
    }
  }

  /// Verifies the set and copies its stores into another folder, which appears when all are there.
  /// Then they can be added from there, each with its type and configuration; in place of the
  /// originals, which have the same UUIDs.
  ///
  /// - Parameter target: a folder that is not there, or empty, in one that is.
  /// - Returns: the files of the stores, in the order of the manifest.
  /// - Throws: what ``verify()`` throws; 516 for a folder that is not empty; 640 and 513 for lack of
  ///   space or permission. Then nothing is there.
  @discardableResult
  public func restore(to target: URL) throws -> [URL] {
    try verify()
    let place = try SetPlace(target, replacing: false)
    try place.fill { folder in
      for file in manifest.files {
        try FolderCopy.copy(file.path, from: directory, to: folder)
      }
      let copies = BackupSet(directory: folder, manifest: manifest)
      try copies.verify()
    }
    return manifest.stores.map { place.url.appendingPathComponent($0.path) }
  }

  private init(directory: URL, manifest: BackupManifest) {
    self.directory = directory
    self.manifest = manifest
  }
}
