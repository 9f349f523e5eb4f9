// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// All databases of one environment, as one transaction sees them, on their way into another.
struct ContentCopy {
  private let environment: Environment
  private let databases: [(name: String, database: Database)]
  private let transaction: OpaquePointer

  init(of environment: Environment, until deadline: Deadline) throws(StoreError) {
    self.environment = environment
    databases = try environment.databases.whileOpening { session throws(StoreError) in
      let transaction = try environment.beginRead(until: deadline)
      defer { environment.endOpening(transaction) }
      return try ContentCopy.open(&session, transaction, store: environment.path)
    }
    transaction = try environment.beginRead(until: deadline)
  }

  private static func open(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer, store: String
  ) throws(StoreError) -> [(name: String, database: Database)] {
    var databases: [(name: String, database: Database)] = []
    for name in try names(transaction, store: store) {
      let handle = try session.open(name, in: transaction, create: false)
      databases.append((name, Database(handle: handle)))
    }
    let metadata = databases.first { $0.name == KeySpace.metadata }?.database ?? .absent
    try MetadataDatabase(database: metadata, transaction: transaction, store: store).checkFormat()
    return databases
  }

  func end() { environment.endRead(transaction) }

  /// Writes all entries into databases that are empty or not there.
  func write(
    _ session: inout DatabaseRegister.Session, _ output: OpaquePointer, store: String
  ) throws(StoreError) {
    for (name, database) in databases {
      let target = Database(handle: try session.open(name, in: output, create: true))
      var from = try Cursor(database, in: transaction, store: environment.path)
      var to = try Cursor(target, in: output, store: store)
      var isThere = try from.first()
      while isThere {
        try to.put(from.value, for: from.key, append: true)
        isThere = try from.next()
      }
      guard name == KeySpace.metadata else { continue }
      try MetadataDatabase(database: target, transaction: output, store: store).markReplacement()
    }
  }

  /// Returns the names of all databases, which are the keys of the main one.
  static func names(_ transaction: OpaquePointer, store: String) throws(StoreError) -> [String] {
    var handle: MDB_dbi = 0
    try ReturnCode.check(
      mdb_dbi_open(transaction, nil, 0, &handle), store: store, "opening the main database")
    var names: [String] = []
    var cursor = try Cursor(Database(handle: handle), in: transaction, store: store)
    var isThere = try cursor.first()
    while isThere {
      names.append(String(decoding: cursor.key, as: UTF8.self))
      isThere = try cursor.next()
    }
    return names
  }
}
#endif
