// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// Which entities are kept in which kind of store.
///
/// Relationships stay within a store, so that the entities of the workload share one; further
/// stores hold the entities of other configurations, and every request is routed among them.
struct StorePlacement {
  let name: String
  let cases: [BenchmarkCase]
  /// The type of the store of the workload, and of those that hold other entities.
  private let types: [String]
  private var isExclusive = false

  private init(name: String, cases: [BenchmarkCase], types: [String]) {
    (self.name, self.cases, self.types) = (name, cases, types)
  }

  /// An SQLite store that this process has for itself: what its saves gain.
  static var exclusive: StorePlacement {
    var placement = StorePlacement(
      name: "SQLite exclusive", cases: [.commit], types: [NSSQLiteStoreType])
    placement.isExclusive = true
    return placement
  }

  /// Everything in one store.
  static func one(_ type: String, named name: String) -> StorePlacement {
    let withoutFiles: [BenchmarkCase] = [.commitDurably, .open, .openProcess, .openUnknown]
    let isInMemory = type == NSInMemoryStoreType
    let cases = BenchmarkCase.allCases.filter {
      $0 != .routing && !(isInMemory && withoutFiles.contains($0))
    }
    return StorePlacement(name: name, cases: cases, types: [type])
  }

  /// Three stores of the same type: what routing costs.
  static let three = StorePlacement(
    name: "three stores", cases: [.routing],
    types: [NSSQLiteStoreType, NSSQLiteStoreType, NSSQLiteStoreType])

  /// A different type for each store.
  static let mixed = StorePlacement(
    name: "mixed stores", cases: [.routing],
    types: [NSSQLiteStoreType, LMDBStoreType, NSInMemoryStoreType])

  /// Whether the store of the workload is a file.
  var isPersistent: Bool { types.first != NSInMemoryStoreType }

  /// The file of the store of the workload, if what is saved goes through a log of SQLite's.
  func logged(in folder: URL) -> URL? {
    types.first == NSSQLiteStoreType
      ? file(NSSQLiteStoreType, of: configurations.first ?? nil, in: folder) : nil
  }

  private func file(_ type: String, of configuration: String?, in folder: URL) -> URL {
    folder.appendingPathComponent("\(configuration ?? "all").\(type.lowercased())")
  }

  private var configurations: [String?] {
    types.count == 1 ? [nil] : types.indices.map { $0 == 0 ? "Company" : "Other\($0)" }
  }

  /// The model, with a configuration per store when there are several.
  func model() throws -> NSManagedObjectModel {
    guard let model = NSManagedObjectModel(contentsOf: ExampleModels.company) else {
      throw BenchmarkFailure("The Company model cannot be read.")
    }
    guard types.count > 1 else { return model }
    let company = model.entities
    let others = configurations.dropFirst().compactMap { $0.map(entity) }
    model.entities = company + others
    model.setEntities(company, forConfigurationName: "Company")
    for other in others { model.setEntities([other], forConfigurationName: other.name ?? "") }
    return model
  }

  private func entity(_ name: String) -> NSEntityDescription {
    let attribute = NSAttributeDescription()
    attribute.name = "name"
    attribute.attributeType = .stringAttributeType
    attribute.isOptional = true
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = [attribute]
    return entity
  }

  /// Adds the stores. Commits wait for the disk only where `durably` asks for it; SQLite stores wait
  /// by themselves when there are several.
  func addStores(
    to coordinator: NSPersistentStoreCoordinator, in folder: URL, durably: Bool
  ) throws {
    for (type, configuration) in zip(types, configurations) {
      let file = file(type, of: configuration, in: folder)
      try coordinator.addPersistentStore(
        ofType: type, configurationName: configuration,
        at: type == NSInMemoryStoreType ? nil : file,
        options: [
          NSSQLitePragmasOption: settings(type, durably: durably),
          StoreExclusiveLockingOption: isExclusive,
        ])
    }
  }

  private func settings(_ type: String, durably: Bool) -> [String: String] {
    switch type {
    case NSSQLiteStoreType where durably: ["synchronous": "FULL"]
    case NSSQLiteStoreType: types.count > 1 ? ["synchronous": "NORMAL"] : [:]
    case LMDBStoreType: durably ? [:] : ["sync": "none"]
    default: [:]
    }
  }
}
