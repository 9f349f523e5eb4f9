// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// Which entities are kept in which kind of store.
struct StorePlacement {
  let name: String
  let cases: [BenchmarkCase]
  /// The type of each store with the entities of its configuration; nil for all entities.
  private let parts: [(type: String, entity: String?)]

  /// Everything in one store.
  static func one(_ type: String, named name: String) -> StorePlacement {
    let withoutFiles: [BenchmarkCase] = [.commitDurably, .open, .openProcess, .routing]
    let isInMemory = type == NSInMemoryStoreType
    let cases = BenchmarkCase.allCases.filter {
      $0 != .routing && !(isInMemory && withoutFiles.contains($0))
    }
    return StorePlacement(name: name, cases: cases, parts: [(type, nil)])
  }

  /// A store of the same type for each entity: what routing costs.
  static let three = StorePlacement(
    name: "three stores", cases: [.routing],
    parts: ["Employee", "Department", "Tag"].map { (NSSQLiteStoreType, $0) })

  /// A different type for each entity.
  static let mixed = StorePlacement(
    name: "mixed stores",
    cases: BenchmarkCase.allCases.filter {
      ![.commitDurably, .open, .openProcess, .memory, .routing].contains($0)
    },
    parts: [
      (NSSQLiteStoreType, "Employee"), (LMDBStoreType, "Department"), (NSInMemoryStoreType, "Tag"),
    ])

  var isPersistent: Bool { parts.allSatisfy { $0.type != NSInMemoryStoreType } }

  /// The model, with a configuration per store when there are several.
  func model() throws -> NSManagedObjectModel {
    guard let model = NSManagedObjectModel(contentsOf: ExampleModels.company) else {
      throw BenchmarkFailure("The Company model cannot be read.")
    }
    for case (_, let entity?) in parts {
      model.setEntities(model.entities.filter { $0.name == entity }, forConfigurationName: entity)
    }
    return model
  }

  /// Adds the stores. Commits of LMDB wait for the disk only where `durably` asks for it, as those
  /// of SQLite in synchronous NORMAL do not.
  func addStores(
    to coordinator: NSPersistentStoreCoordinator, in folder: URL, durably: Bool
  ) throws {
    for (type, entity) in parts {
      let file = folder.appendingPathComponent("\(entity ?? "all").\(type.lowercased())")
      try coordinator.addPersistentStore(
        ofType: type, configurationName: entity,
        at: type == NSInMemoryStoreType ? nil : file,
        options: [NSSQLitePragmasOption: settings(type, durably: durably)])
    }
  }

  private func settings(_ type: String, durably: Bool) -> [String: String] {
    switch type {
    case NSSQLiteStoreType: durably ? ["synchronous": "FULL"] : [:]
    case LMDBStoreType: durably ? [:] : ["sync": "none"]
    default: [:]
    }
  }
}
