// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The description of a backup set, which lies in it as `backup.json`. Our addition (R-PSC-946).
public struct BackupManifest: Codable, Sendable, Equatable {
  /// The version of the format that this library writes, and the newest that it reads.
  public static let currentVersion = 1

  /// One store of a set.
  public struct Store: Codable, Sendable, Equatable {
    /// The path of the store's file within the set.
    public let path: String
    /// The store's UUID.
    public let identifier: String
    /// The store's type, as it is added.
    public let type: String
    /// The configuration that it was added with; nil for the whole model.
    public let configuration: String?
    /// The versions of the model that the store is of, as `NSStoreModelVersionIdentifiersKey`.
    public let modelVersionIdentifiers: [String]
    /// The version hashes of its entities, as `NSStoreModelVersionHashesKey`; written in Base64.
    public let modelVersionHashes: [String: Data]
    /// How far saves over several stores had been recorded in this store for each other, by what
    /// names the other there: the outbox of R-PSC-912. Written in Base64; empty for most.
    public let ledger: [String: Data]
    /// All files that the store consists of.
    public let files: [File]
  }

  /// One file of a set.
  public struct File: Codable, Sendable, Equatable {
    /// The path within the set.
    public let path: String
    /// Bytes.
    public let size: Int
    /// The SHA-256 digest, in hexadecimal digits.
    public let sha256: String
  }

  /// The version of the manifest's format.
  public let formatVersion: Int
  /// The time when the set was begun; its stores are of one moment after that.
  public let date: Date
  /// The stores, in the order in which they were added.
  public let stores: [Store]
}

extension BackupManifest {
  static let fileName = "backup.json"

  /// All files of the stores.
  var files: [File] { stores.flatMap(\.files) }

  /// Reads the manifest of a set. Throws 260 without one, 259 for one that makes no sense.
  init(in folder: URL) throws {
    let url = folder.appendingPathComponent(BackupManifest.fileName)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw BackupManifest.failure(
        .fileReadNoSuchFile, url, reason: "\(folder.path) is no backup set: it has no manifest.")
    }
    let data = try Data(contentsOf: url)
    do { self = try BackupManifest.decoder.decode(BackupManifest.self, from: data) } catch {
      throw BackupManifest.failure(
        .fileReadCorruptFile, url, reason: "The manifest \(url.path) cannot be read: \(error)")
    }
    try requireSense(url)
  }

  private func requireSense(_ url: URL) throws {
    guard formatVersion == BackupManifest.currentVersion else {
      throw BackupManifest.failure(
        .fileReadUnknown, url,
        reason:
          "The manifest \(url.path) has the format version \(formatVersion); this library reads "
          + "version \(BackupManifest.currentVersion).")
    }
    for path in stores.map(\.path) + files.map(\.path) where !BackupManifest.isWithin(path) {
      throw BackupManifest.failure(
        .fileReadCorruptFile, url,
        reason: "The manifest \(url.path) names '\(path)', outside of the set.")
    }
    for store in stores where !store.files.contains(where: { $0.path == store.path }) {
      throw BackupManifest.failure(
        .fileReadCorruptFile, url,
        reason: "The manifest \(url.path) does not describe the file of the store \(store.path).")
    }
  }

  private static func isWithin(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  static func failure(
    _ code: CocoaError.Code, _ url: URL, reason: String
  ) -> CocoaError {
    CocoaError.make(code, reason: reason, userInfo: [NSFilePathErrorKey: url.path])
  }

  // MARK: - The file

  /// Writes the manifest out to the disk.
  func write(in folder: URL) throws {
    let url = folder.appendingPathComponent(BackupManifest.fileName)
    try BackupManifest.encoder.encode(self).write(to: url)
    try FolderCopy.synchronise(url)
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
