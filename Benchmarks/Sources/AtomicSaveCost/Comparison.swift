// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The ways to save one object in each of two stores, measured in turns.
struct Comparison {
  let types: [String]
  let rounds: Int

  func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("atomic-saves-\(UUID().uuidString)")
    // Left over, it is among the temporary files.
    defer { try? FileManager.default.removeItem(at: folder) }
    let journaled = try Savers(folder, "journaled", types, [[0, 1]], .journaled)
    let prepared = try Savers(folder, "prepared", types, [[0, 1]], .prepared)
    let apart = try Savers(folder, "apart", types, [[0], [1]], .journaled)
    var times: [String: [Double]] = [:]
    func measure(_ name: String, _ body: () throws -> Void) rethrows {
      let begun = ContinuousClock.now
      try body()
      let duration = ContinuousClock.now - begun
      times[name, default: []].append(Double(duration.components.attoseconds) / 1e12)
    }
    for round in 0..<rounds {
      try measure("both, journaled") { try journaled.save([0, 1], Int64(round)) }
      try measure("both, prepared") { try prepared.save([0, 1], Int64(round)) }
      try measure("each for itself") { try apart.save([0, 1], Int64(round)) }
      try measure("one of two, journaled") { try journaled.save([0], Int64(-round)) }
      try measure("one of two, prepared") { try prepared.save([0], Int64(-round)) }
    }
    report(times.mapValues { $0.sorted()[$0.count / 2] })
  }

  private func report(_ medians: [String: Double]) {
    let name = types.joined(separator: "+")
    for (kind, median) in medians.sorted(by: { $0.key < $1.key }) {
      print("\(name)  \(kind.padding(toLength: 26, withPad: " ", startingAt: 0))  \(Int(median))")
    }
    func ratio(_ one: String, _ other: String) -> String {
      String(format: "%.2f", (medians[one] ?? 0) / (medians[other] ?? 1))
    }
    print(
      "\(name)  both, journaled / each for itself: \(ratio("both, journaled", "each for itself"))")
    print(
      "\(name)  one of two, journaled / prepared: "
        + ratio("one of two, journaled", "one of two, prepared"))
  }
}

/// One object in each of two stores, which one coordinator has, or one coordinator each.
struct Savers {
  private let objects: [NSManagedObject]
  /// By object: an object does not keep its context.
  private let contexts: [NSManagedObjectContext]

  init(
    _ folder: URL, _ name: String, _ types: [String], _ sets: [[Int]],
    _ policy: MultiStoreSavePolicy
  ) throws {
    var objects: [Int: NSManagedObject] = [:]
    var contexts: [Int: NSManagedObjectContext] = [:]
    for set in sets {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Savers.model())
      coordinator.multiStoreSavePolicy = policy
      for index in set {
        try coordinator.addPersistentStore(
          ofType: types[index], configurationName: "Entity\(index)",
          at: folder.appendingPathComponent("\(name)\(index)"),
          options: [StoreDurabilityOption: StoreDurability.full])
      }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      for index in set {
        contexts[index] = context
        objects[index] = NSEntityDescription.insertNewObject(
          forEntityName: "Entity\(index)", into: context)
      }
      try context.save()
    }
    self.objects = objects.sorted { $0.key < $1.key }.map(\.value)
    self.contexts = contexts.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let entities = (0..<2).map { index in
      let (entity, number) = (NSEntityDescription(), NSAttributeDescription())
      entity.name = "Entity\(index)"
      (number.name, number.attributeType) = ("number", .integer64AttributeType)
      entity.properties = [number]
      return entity
    }
    model.entities = entities
    for entity in entities { model.setEntities([entity], forConfigurationName: entity.name ?? "") }
    return model
  }

  func save(_ indexes: [Int], _ number: Int64) throws {
    for index in indexes { objects[index].setValue(number, forKey: "number") }
    for index in indexes where contexts[index].hasChanges { try contexts[index].save() }
  }
}
