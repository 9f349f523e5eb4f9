// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Metadata of stores that are not open (R-PSC-484…486).
enum StaticMetadata {
  static func read(type: String, at url: URL) throws -> [String: Any] {
    let engine: any StoreEngine.Type
    switch try StoreRegistry.kind(of: try resolved(type, url)) {
    case .engine(let known): engine = known
    case .client(let storeClass): return try read(storeClass, type, at: url)
    }
    do {
      return try StoreMetadataCoding.decoded(try engine.readMetadata(at: url), at: url)
    } catch let error as StoreError {
      if !type.isEmpty { try StoreAssembly.requireType(type, at: url) }
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// Type, hashes and other automatic entries keep their stored values, and so do the notes of saves
  /// over several stores.
  static func write(_ metadata: [String: Any]?, type: String, at url: URL) throws {
    let kind = try StoreRegistry.kind(of: try resolved(type, url))
    let current = try read(type: type, at: url)
    var fresh = metadata ?? [:]
    if StoreMetadataCoding.identifier(in: fresh) == nil { fresh[NSStoreUUIDKey] = nil }
    for key in automaticKeys where fresh[key] == nil || key == NSStoreTypeKey {
      fresh[key] = current[key]
    }
    fresh[MetadataNotes.key] = current[MetadataNotes.key]
    let identifier = StoreMetadataCoding.identifier(in: fresh) ?? ""
    let engine: any StoreEngine.Type
    switch kind {
    case .engine(let known): engine = known
    case .client(let storeClass):
      return try storeClass.setMetadata(fresh, forPersistentStoreAt: url)
    }
    do {
      try engine.writeMetadata(
        try StoreMetadataCoding.encoded(fresh, identifier: identifier), at: url)
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// A user's class reads for itself, once something is there.
  private static func read(
    _ storeClass: NSPersistentStore.Type, _ type: String, at url: URL
  ) throws -> [String: Any] {
    if url.isFileURL, !FileManager.default.fileExists(atPath: url.path) {
      throw CocoaError.make(.fileReadNoSuchFile, reason: "There is no store at \(url.path).")
    }
    try requireOwnType(storeClass, type, at: url)
    do {
      return try storeClass.metadataForPersistentStore(with: url)
    } catch {
      if url.isFileURL { try StoreAssembly.requireType(type, at: url) }
      throw error
    }
  }

  /// Our own file stores open and close the file, which would release the locks that SQLite holds
  /// on it in this process.
  private static func requireOwnType(
    _ storeClass: NSPersistentStore.Type, _ type: String, at url: URL
  ) throws {
    guard url.isFileURL, let own = StoreAssembly.classes[type], own == storeClass else { return }
    try StoreAssembly.requireType(type, at: url)
  }

  /// The entries that are the library's own.
  static let automaticKeys = [
    NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey,
    NSStoreModelVersionIdentifiersKey, NSPersistentStoreModelVersionChecksumKey,
    storeModelVersionHashesVersionKey, persistenceFrameworkVersionKey,
    storeModelVersionHashesDigestKey, "_NSAutoVacuumLevel",
  ]

  /// An empty type means: by content.
  static func resolved(_ type: String, _ url: URL) throws -> String {
    guard type.isEmpty else { return type }
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CocoaError.make(.fileReadNoSuchFile, reason: "There is no store at \(url.path).")
    }
    guard let type = StoreAssembly.type(ofContentAt: url) else {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: "\(url.path) is not a store of any known type.")
    }
    return type
  }
}
