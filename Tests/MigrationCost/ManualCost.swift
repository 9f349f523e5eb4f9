// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CoreData
import CoreDataTestSupport
import Foundation

/// Migrations through mapping models, object by object: objects by the second and memory, at two sizes.
struct ManualCost {
  private static let former = """
    Team
      name String
      members >> Person.team
    Person
      name String
      age Int16
      note String
      team > Team.members
    """
  private static let present = former.replacingOccurrences(
    of: "  age Int16", with: "  age Int16\n  rank Int32! = 3")

  let folder: URL
  let rows: Int

  func run() throws {
    NSEntityMigrationPolicy.register([PromotingPolicy.self])
    let types: [NSPersistentStore.StoreType] = [.sqlite, .init(rawValue: "LMDB")]
    for type in types {
      for rows in [rows / 10, rows] {
        let source = try filled(type, rows)
        for policy in [nil, "PromotingPolicy"] {
          try measure(source, type, rows, policy: policy)
        }
      }
    }
  }

  private func measure(
    _ source: URL, _ type: NSPersistentStore.StoreType, _ rows: Int, policy: String?
  ) throws {
    let (former, present) = (ModelText(Self.former).model(), ModelText(Self.present).model())
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: former, destinationModel: present)
    for entity in mapping.entityMappings where policy != nil {
      entity.mappingType = .customEntityMappingType
      entity.entityMigrationPolicyClassName = policy
    }
    let destination = folder.appendingPathComponent("manual-copy")
    try Files.remove(destination)
    var seconds = Seconds()
    let memory = try Memory.watch {
      seconds = try Seconds.measure {
        try NSMigrationManager(sourceModel: former, destinationModel: present).migrateStore(
          from: source, type: type, mapping: mapping, to: destination, type: type)
      }
    }
    try Files.remove(destination)
    show(
      "\(type.rawValue), \(rows) objects\(policy == nil ? "" : ", with a policy")"
        .padding(toLength: 40, withPad: " ", startingAt: 0)
        + String(
          format: "%8.0f objects/s   processor %6.2f s   resident %d MB, of it no file's %d MB",
          Double(rows) / seconds.wall, seconds.processor, memory.resident / 1024,
          memory.anonymous / 1024))
  }

  // MARK: - The source

  private func filled(_ type: NSPersistentStore.StoreType, _ rows: Int) throws -> URL {
    let file = folder.appendingPathComponent("manual")
    try Files.remove(file)
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: ModelText(Self.former).model())
    let store = try coordinator.addPersistentStore(type: type, at: file)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for start in stride(from: 0, to: rows, by: 5_000) {
        insert(start..<min(start + 5_000, rows), into: context)
        try context.save()
        context.reset()
      }
    }
    try coordinator.remove(store)
    return file
  }

  /// A hundred to a team.
  private func insert(_ numbers: Range<Int>, into context: NSManagedObjectContext) {
    var team: NSManagedObject?
    for number in numbers {
      if number % 100 == 0 {
        team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
        team?.setValue("team \(number)", forKey: "name")
      }
      let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
      person.setValue("name \(number)", forKey: "name")
      person.setValue(number % 90, forKey: "age")
      person.setValue("a note about the person \(number)", forKey: "note")
      person.setValue(team, forKey: "team")
    }
  }
}

/// Makes objects as its mapping says, and gives them a rank.
final class PromotingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource object: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: object, in: mapping, manager: manager)
    guard let age = object.entity.attributesByName["age"].map({ object.value(forKey: $0.name) }),
      let new = manager.destinationInstances(
        forEntityMappingName: mapping.name, sourceInstances: [object]
      ).first
    else { return }
    new.setValue((age as? Int ?? 0) / 10, forKey: "rank")
  }
}
#endif
