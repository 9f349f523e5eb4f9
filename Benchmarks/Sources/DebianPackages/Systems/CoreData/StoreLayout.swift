// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DebianModel

/// Which stores hold the model: one holds all of it, or each configuration has its own.
///
/// Dependencies link packages, so the catalogue is one store. What the user has installed and what
/// an update finds refer to it by name, and may lie elsewhere.
public enum StoreLayout: String, CaseIterable, Sendable {
  case sqlite = "SQLite"
  case lmdb = "LMDB"
  case memory = "In-memory"
  case three = "three stores"

  /// Whether the catalogue is in a file.
  var isPersistent: Bool { self != .memory }

  func descriptions(in folder: URL) -> [NSPersistentStoreDescription] {
    switch self {
    case .sqlite: [one(NSSQLiteStoreType, folder.appendingPathComponent("Packages.sqlite"))]
    case .lmdb: [one(LMDBStoreType, folder.appendingPathComponent("Packages.lmdb"))]
    case .memory: [one(NSInMemoryStoreType, nil)]
    case .three:
      [
        one(NSSQLiteStoreType, folder.appendingPathComponent("Catalogue.sqlite"), "Catalogue"),
        one(LMDBStoreType, folder.appendingPathComponent("User.lmdb"), "User"),
        one(NSInMemoryStoreType, nil, "Session"),
      ]
    }
  }

  private func one(
    _ type: String, _ url: URL?, _ configuration: String? = nil
  ) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription()
    description.type = type
    description.url = url
    description.configuration = configuration
    return description
  }
}
