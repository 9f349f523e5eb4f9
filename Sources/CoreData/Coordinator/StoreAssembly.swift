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
  private static let drivers: [String: any (StoreDriver & SendableMetatype).Type] = {
    var drivers: [String: any (StoreDriver & SendableMetatype).Type] = [NSInMemoryStoreType: MemoryDriver.self]
    #if SQLite
      drivers[NSSQLiteStoreType] = SQLiteDriver.self
    #endif
    #if LMDB
      drivers[LMDBStoreType] = LMDBDriver.self
    #endif
    return drivers
  }()

  /// The driver of a type; throws 134000 for an unknown one.
  static func driver(_ type: String) throws -> any StoreDriver.Type {
    guard let driver = drivers[type] else {
      throw CocoaError.make(
        .persistentStoreInvalidType,
        reason: "There is no store type '\(type)'. Known types: "
          + drivers.keys.sorted().joined(separator: ", ") + ".")
    }
    return driver
  }

  /// The type of the store in a file, by its content; nil when it is of none.
  static func type(ofContentAt url: URL) -> String? {
    #if SQLite
      if SQLiteStore.isSQLiteFile(at: url) { return NSSQLiteStoreType }
    #endif
    #if LMDB
      if LMDBStore.isLMDBFile(at: url) { return LMDBStoreType }
    #endif
    return nil
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
  }
#endif

#if LMDB
  private enum LMDBDriver: StoreDriver {
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
  }
#endif
