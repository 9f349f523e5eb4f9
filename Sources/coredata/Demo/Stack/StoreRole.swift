// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A store of the atlas: which part of the model it holds, of which type, in which file.
struct StoreRole: Equatable {
  let name: String
  /// The model's configuration.
  let configuration: String
  let type: String
  /// nil for a store in memory.
  let fileName: String?

  static let user = StoreRole("User", "User", NSSQLiteStoreType, "User.sqlite")
  static let shared = StoreRole("Shared", "Shared", NSSQLiteStoreType, "Shared.sqlite")
  static let session = StoreRole("Session", "Session", NSInMemoryStoreType, nil)

  /// In mixed stacks: what is neither country, subdivision nor time zone.
  static let tables = StoreRole("Global/tables", "Global", NSSQLiteStoreType, "Tables.sqlite")

  /// The stores in the order in which they are added: a new note goes to the first that takes
  /// notes, *User*, unless it is assigned to *Shared*.
  static func all(for carrier: GlobalCarrier) -> [StoreRole] {
    global(carrier) + [user, session, shared]
  }

  /// The stores that hold *Global*.
  static func global(_ carrier: GlobalCarrier) -> [StoreRole] {
    switch carrier {
    case .sqlite: [StoreRole("Global", "Global", NSSQLiteStoreType, "Global.sqlite")]
    case .lmdb: [StoreRole("Global", "Global", LMDBStoreType, "Global.lmdb")]
    case .memory: [StoreRole("Global", "Global", NSInMemoryStoreType, nil)]
    case .mixed: [StoreRole("Global/places", "Global", LMDBStoreType, "Places.lmdb"), tables]
    }
  }

  var isVolatile: Bool { fileName == nil }

  private init(_ name: String, _ configuration: String, _ type: String, _ fileName: String?) {
    self.name = name
    self.configuration = configuration
    self.type = type
    self.fileName = fileName
  }
}
