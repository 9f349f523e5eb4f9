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
  /// The engines: a new store is one line here. Content is looked at in this order.
  static let engines: [any StoreEngine.Type] = {
    var engines: [any StoreEngine.Type] = [MemoryStore.self]
    #if SQLite
    engines.append(SQLiteStore.self)
    #endif
    #if LMDB
    engines.append(LMDBStore.self)
    #endif
    return engines
  }()

  /// The engine of a store type; nil where there is none.
  static func engine(_ type: String) -> (any StoreEngine.Type)? {
    engines.first { $0.typeName == type }
  }

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
      return ArchivedClasses(
        classes: further.classes, isEvery: further.isEvery, areSecure: true)
    case is FileStore: return ArchivedClasses()
    default: return store.mount?.isOfClient == true ? nil : ArchivedClasses()
    }
  }

  /// Returns an empty store in memory: where the rows of an atomic store are while it is open.
  static func memory(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend {
    try MemoryStore.open(configuration)
  }

  /// Returns the UUID and the notes of a store of the library's own that is not open here. Changes
  /// nothing.
  static func notes(
    at url: URL, under prefix: String
  ) throws -> (identifier: String, notes: [StoreNote]) {
    if let engine = engines.first(where: { $0.recognises(contentAt: url) }) {
      let metadata = try engine.readMetadata(at: url)
      return (metadata.identifier, try engine.readNotes(at: url, under: prefix))
    }
    let storeClass = FileContent.type(at: url).flatMap { classes[$0] }
    let metadata = try (storeClass ?? NSPersistentStore.self).metadataForPersistentStore(with: url)
    return (
      StoreMetadataCoding.identifier(in: metadata) ?? "",
      MetadataNotes.list(MetadataNotes.notes(in: metadata), under: prefix)
    )
  }

  /// Returns the type of the store in a file, by its content; nil when it is of none.
  static func type(ofContentAt url: URL) -> String? {
    if let engine = engines.first(where: { $0.recognises(contentAt: url) }) {
      return engine.typeName
    }
    return FileContent.type(at: url)
  }

  /// Throws 134010 when a file is of a type of ours other than the one it is to be opened as
  /// (R-PSC-059). A client's class may keep what it has in such a file.
  static func requireType(_ type: String, at url: URL) throws {
    guard let found = Self.type(ofContentAt: url), found != type,
      engine(type) != nil || classes[type] != nil
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
