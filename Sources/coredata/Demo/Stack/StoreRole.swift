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

  static let user = StoreRole(
    name: "User", configuration: "User", type: NSSQLiteStoreType, fileName: "User.sqlite")
  static let shared = StoreRole(
    name: "Shared", configuration: "Shared", type: NSSQLiteStoreType, fileName: "Shared.sqlite")
  static let session = StoreRole(
    name: "Session", configuration: "Session", type: NSInMemoryStoreType, fileName: nil)

  /// In mixed stacks: what is neither country, subdivision nor time zone.
  static let tables = StoreRole(
    name: "Global/tables", configuration: "Global", type: NSSQLiteStoreType,
    fileName: "Tables.sqlite")

  /// Returns the stores in the order in which they are added: a new note goes to the first that
  /// takes notes, *User*, unless it is assigned to *Shared*.
  static func all(for carrier: GlobalCarrier) -> [StoreRole] {
    global(carrier) + [user, session, shared]
  }

  /// Returns the stores that hold *Global*.
  static func global(_ carrier: GlobalCarrier) -> [StoreRole] {
    switch carrier {
    case .sqlite:
      [
        StoreRole(
          name: "Global", configuration: "Global", type: NSSQLiteStoreType,
          fileName: "Global.sqlite")
      ]
    case .lmdb:
      [
        StoreRole(
          name: "Global", configuration: "Global", type: LMDBStoreType, fileName: "Global.lmdb")
      ]
    case .memory:
      [StoreRole(name: "Global", configuration: "Global", type: NSInMemoryStoreType, fileName: nil)]
    case .mixed:
      [
        StoreRole(
          name: "Global/places", configuration: "Global", type: LMDBStoreType,
          fileName: "Places.lmdb"), tables,
      ]
    }
  }

  var isVolatile: Bool { fileName == nil }

  private init(name: String, configuration: String, type: String, fileName: String?) {
    self.name = name
    self.configuration = configuration
    self.type = type
    self.fileName = fileName
  }
}
