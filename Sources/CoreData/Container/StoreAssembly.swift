// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The only file that knows which stores there are.

import Foundation
import StoreInterface
import StoreMemory

#if SQLite
import StoreSQLite
#endif
#if LMDB
import StoreLMDB
#endif

/// The store types by name.
enum StoreAssembly {
  /// The engines.
  static let drivers: [String: any (StoreDriver & SendableMetatype).Type] = {
    var drivers: [String: any (StoreDriver & SendableMetatype).Type] = [
      NSInMemoryStoreType: MemoryDriver.self
    ]
    #if SQLite
    drivers[NSSQLiteStoreType] = SQLiteDriver.self
    #endif
    #if LMDB
    drivers[LMDBStoreType] = LMDBDriver.self
    #endif
    return drivers
  }()

  /// The built-in stores that are written like a user's.
  static var classes: [String: NSPersistentStore.Type] {
    [NSXMLStoreType: XMLFileStore.self, NSBinaryStoreType: BinaryFileStore.self]
  }

  /// Returns the classes that archives of transformable values may hold in a store besides those
  /// that their transformers allow; nil where that is not for the library to say: a client store is
  /// given values.
  static func archivedClasses(in store: NSPersistentStore) -> ArchivedClasses? {
    switch store {
    case let store as BinaryFileStore:
      let further = DecodingClasses(store.options ?? [:])
      return ArchivedClasses(classes: further.classes, isEvery: further.isEvery)
    case is FileStore: return ArchivedClasses()
    default: return store.mount?.isOfClient == true ? nil : ArchivedClasses()
    }
  }

  /// Returns an empty store in memory: where the rows of an atomic store are while it is open.
  static func memory(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend {
    try MemoryStore.open(configuration)
  }

  /// Returns the type of the store in a file, by its content; nil when it is of none.
  static func type(ofContentAt url: URL) -> String? {
    #if SQLite
    if SQLiteStore.isSQLiteFile(at: url) { return NSSQLiteStoreType }
    #endif
    #if LMDB
    if LMDBStore.isLMDBFile(at: url) { return LMDBStoreType }
    #endif
    return FileContent.type(at: url)
  }

  /// Throws 134010 when a file is of a type of ours other than the one it is to be opened as
  /// (R-PSC-059). A client's class may keep what it has in such a file.
  static func requireType(_ type: String, at url: URL) throws {
    guard let found = Self.type(ofContentAt: url), found != type,
      drivers[type] != nil || classes[type] != nil
    else { return }
    throw CocoaError.make(
      .persistentStoreTypeMismatch,
      reason: "The store \(url.path) is of type \(found), not \(type).",
      userInfo: [NSFilePathErrorKey: url.path])
  }

  /// Returns the type of an existing store; throws when there is no file or it is of no known type.
  static func existingType(at url: URL) throws -> String {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CocoaError.make(.fileReadNoSuchFile, reason: "There is no store at \(url.path).")
    }
    guard let type = type(ofContentAt: url) else {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: "\(url.path) is not a store of any known type.")
    }
    return type
  }
}

private enum MemoryDriver: StoreDriver {
  static var needsLocation: Bool { false }

  static func hasContent(at url: URL) -> Bool { false }

  static func open(
    _ configuration: StoreConfiguration
  ) throws(StoreError) -> any StoreBackend {
    try MemoryStore.open(configuration)
  }

  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    throw StoreError(
      .missingFile, store: url.path, message: "An in-memory store exists only while it is added.")
  }

  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError) {
    throw StoreError(
      .missingFile, store: url.path, message: "An in-memory store exists only while it is added.")
  }

  static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    throw StoreError(
      .missingFile, store: url.path, message: "An in-memory store exists only while it is added.")
  }

  static var bulkSettings: [String: String] { [:] }
  static func moveFile(at source: URL, to destination: URL) throws(StoreError) {}
  static func removeFile(at url: URL) {}
}

#if SQLite
private enum SQLiteDriver: StoreDriver {
  static func open(
    _ configuration: StoreConfiguration
  ) throws(StoreError) -> any StoreBackend {
    try SQLiteStore.open(configuration)
  }

  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    try SQLiteStore.readMetadata(at: url)
  }

  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError) {
    try SQLiteStore.writeMetadata(metadata, at: url)
  }

  static var bulkSettings: [String: String] { SQLiteStore.bulkSettings }

  static func moveFile(at source: URL, to destination: URL) throws(StoreError) {
    try SQLiteStore.moveFile(at: source, to: destination)
  }

  static func removeFile(at url: URL) { SQLiteStore.removeFile(at: url) }

  static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    let found = try SQLiteStore.inspect(at: url)
    return StoreInspection(
      metadata: found.metadata,
      entities: found.entities.map {
        StoreEntityFigures(name: $0.name, rows: $0.rows, nextID: Int($0.nextNumber))
      }, bytes: found.bytes)
  }
}
#endif

#if LMDB
private enum LMDBDriver: StoreDriver {
  static func hasContent(at url: URL) -> Bool {
    StoreLocation.hasContent(at: url) && LMDBStore.hasContent(at: url)
  }

  static func open(
    _ configuration: StoreConfiguration
  ) throws(StoreError) -> any StoreBackend {
    try LMDBStore.open(configuration)
  }

  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    try LMDBStore.readMetadata(at: url)
  }

  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError) {
    try LMDBStore.writeMetadata(metadata, at: url)
  }

  static var bulkSettings: [String: String] { LMDBStore.bulkSettings }

  static func moveFile(at source: URL, to destination: URL) throws(StoreError) {
    try LMDBStore.moveFile(at: source, to: destination)
  }

  static func removeFile(at url: URL) { LMDBStore.removeFile(at: url) }

  static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    let found = try LMDBStore.inspect(at: url)
    return StoreInspection(
      metadata: found.metadata,
      entities: found.entities.map {
        StoreEntityFigures(name: $0.name, rows: $0.rows, nextID: Int($0.nextNumber ?? 1))
      }, bytes: found.bytes)
  }
}
#endif
