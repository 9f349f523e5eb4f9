// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import GRDBPeers
import Harness

/// All systems of this executable. Add one here.
enum Systems {
  static var all: [any BenchmarkSystem] {
    [
      RawSQLiteSystem(.asGiven), RawSQLiteSystem(.tuned), RawSQLiteSystem(.rowByRow),
      RawLMDBSystem(.asGiven), RawLMDBSystem(.keysSorted), RawLMDBSystem(.structs),
      CoreDataSystem(.one(NSSQLiteStoreType, named: "SQLite")),
      CoreDataSystem(.one(LMDBStoreType, named: "LMDB")),
      CoreDataSystem(.one(NSInMemoryStoreType, named: "In-memory")),
      CoreDataSystem(.exclusive),
      CoreDataSystem(.three),
      CoreDataSystem(.mixed),
      GRDBByHand(), GRDBByHand(.tuned), GRDBByHand(.withDuties), GRDBCodable(),
    ]
  }

  /// The system of that name on that store.
  static func system(_ name: String, _ store: String) throws -> any BenchmarkSystem {
    guard let system = all.first(where: { $0.name == name && $0.store == store }) else {
      let known = all.map(\.identifier).joined(separator: ", ")
      throw BenchmarkFailure("There is no system \(name)/\(store). There are: \(known).")
    }
    return system
  }
}
