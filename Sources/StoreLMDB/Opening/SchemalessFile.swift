// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// A store's file opened for what can be known of it without a schema.
final class SchemalessFile {
  struct Tables {
    let metadata: MetadataDatabase
    let counts: CounterTable
    let allocator: CounterTable
    /// How many rows each hierarchy has, by the name of its root.
    let rows: [String: Int]
  }

  private struct Databases {
    var metadata = Database.absent
    var counts = Database.absent
    var allocator = Database.absent
    var rows: [String: Database] = [:]
  }

  private let environment: Environment
  private let deadline: Deadline

  init(
    _ path: String, isReadOnly: Bool, options: EnvironmentOptions = EnvironmentOptions(),
    timeout: Double = 60
  ) throws(StoreError) {
    deadline = Deadline(after: timeout)
    environment = try EnvironmentRegistry.acquire(
      path: path, isReadOnly: isReadOnly, options: options, until: deadline)
  }

  deinit { EnvironmentRegistry.release(environment) }

  func read<T>(_ body: (Tables) throws(StoreError) -> T) throws(StoreError) -> T {
    let databases = try open()
    let transaction = try environment.beginRead(until: deadline)
    defer { environment.endRead(transaction) }
    return try body(tables(databases, transaction))
  }

  /// Returns the metadata.
  func readMetadata() throws(StoreError) -> StoreMetadata {
    try read { tables throws(StoreError) in try tables.metadata.metadata() }
  }

  func write(_ metadata: StoreMetadata) throws(StoreError) {
    let databases = try open()
    let transaction = try environment.beginWrite(isSynced: true, until: deadline)
    defer { environment.endWrite() }
    try environment.writeGrowing(from: transaction, until: deadline) {
      transaction throws(StoreError) in
      try tables(databases, transaction).metadata.write(metadata)
    }
  }

  /// Returns the databases that describe a file, and those of its rows.
  private func open() throws(StoreError) -> Databases {
    try environment.databases.whileOpening { session throws(StoreError) in
      let transaction = try environment.beginRead(until: deadline)
      defer { environment.endOpening(transaction) }
      // A commit is in the file before others see it: that of the file's creation, here.
      guard try !Database.isNothing(in: transaction, store: environment.path) else {
        throw StoreError(
          .missingStore, store: environment.path, message: "there is no store yet in the file")
      }
      func open(_ name: String) throws(StoreError) -> Database {
        Database(handle: try session.open(name, in: transaction, create: false))
      }
      var databases = Databases()
      databases.metadata = try open(KeySpace.metadata)
      databases.counts = try open(KeySpace.counts)
      databases.allocator = try open(KeySpace.allocator)
      let metadata = tables(databases, transaction).metadata
      try metadata.checkFormat()
      for name in try metadata.entityNames().values {
        databases.rows[name] = try open(KeySpace.rows(of: name))
      }
      return databases
    }
  }

  private func tables(_ databases: Databases, _ transaction: OpaquePointer) -> Tables {
    let path = environment.path
    return Tables(
      metadata: MetadataDatabase(
        database: databases.metadata, transaction: transaction, store: path),
      counts: CounterTable(database: databases.counts, transaction: transaction, store: path),
      allocator: CounterTable(
        database: databases.allocator, transaction: transaction, store: path),
      rows: databases.rows.mapValues { $0.entryCount(in: transaction) })
  }
}
#endif
