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

  /// The file of the catalogue, if what is saved goes through a log of SQLite's.
  func logged(in folder: URL) -> URL? {
    switch self {
    case .sqlite: folder.appendingPathComponent("Packages.sqlite")
    case .three: folder.appendingPathComponent("Catalogue.sqlite")
    case .lmdb, .memory: nil
    }
  }

  func descriptions(in folder: URL) -> [NSPersistentStoreDescription] {
    switch self {
    case .sqlite: [one(NSSQLiteStoreType, logged(in: folder))]
    case .lmdb: [one(LMDBStoreType, folder.appendingPathComponent("Packages.lmdb"))]
    case .memory: [one(NSInMemoryStoreType, nil)]
    case .three:
      [
        one(NSSQLiteStoreType, logged(in: folder), "Catalogue"),
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
    description.setOption(
      StoreLayout.settings[type] as NSDictionary?, forKey: NSSQLitePragmasOption)
    return description
  }

  /// Commits do not wait for the disk, as those of the floor do not.
  private static let settings = [
    NSSQLiteStoreType: ["synchronous": "NORMAL"], LMDBStoreType: ["sync": "none"],
  ]
}
