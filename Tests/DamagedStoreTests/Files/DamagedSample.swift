// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport

/// A store's file, and what is done with damaged copies of it.
struct DamagedSample {
  /// What happens to a file.
  enum Damage: CaseIterable, Sendable {
    /// Bytes and pages are overwritten, exchanged or cut off.
    case bytes
    /// Values of tables are replaced by others that no store writes.
    case values
  }

  private let damage: Damage
  private let folder: TemporaryDirectory
  private let content: Data
  private let log: Data

  /// The file, and one that still has a log.
  init(_ damage: Damage) throws {
    self.damage = damage
    folder = try TemporaryDirectory()
    let url = folder.url.appendingPathComponent("Sample.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: DamagedSample.model(damage))
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      DamagedSample.fill(context)
      try context.save()
    }
    log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
    try coordinator.remove(store)
    content = try Data(contentsOf: url)
  }

  /// Files that migrate to every type have no constraints.
  private static func model(_ damage: Damage) -> NSManagedObjectModel {
    let model = GarageModel.make()
    if damage == .values {
      for entity in model.entities { entity.uniquenessConstraints = [] }
    }
    return model
  }

  private static func fill(_ context: NSManagedObjectContext) {
    var people: [NSManagedObject] = []
    for index in 0..<60 {
      let person = context.insert(
        "Person", ["firstName": "first \(index)", "lastName": String(repeating: "l", count: 90)])
      let car = context.insert("Car", ["numberPlate": "plate \(index)", "price": 1.5])
      car.setValue(person, forKey: "owner")
      let passport = context.insert("Passport", ["number": "\(index)"])
      person.setValue(passport, forKey: "passport")
      person.setValue(Set(people.suffix(3)), forKey: "friends")
      people.append(person)
    }
    for index in 0..<20 {
      let club = context.insert("Club", ["title": "club \(index)"])
      club.setValue(Set(people[(index * 3)...].prefix(5)), forKey: "members")
      club.setValue(NSOrderedSet(array: Array(people[(index * 3)...].prefix(3))), forKey: "waiting")
      let tag = context.insert("Tag", ["label": "tag \(index)"])
      let note = context.insert("Note", ["text": "note \(index)", "rank": Int64(index)])
      note.setValue(Set([tag]), forKey: "tags")
    }
  }

  func run(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    let place = try TemporaryDirectory()
    let url = place.url.appendingPathComponent("Sample.sqlite")
    switch damage {
    case .bytes: try writeBytes(url, &dice)
    case .values:
      try content.write(to: url)
      try DamagedValue.write(to: url, &dice)
    }
    // Errors are as good as answers here, each step for itself.
    _ = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: DamagedSample.model(damage))
    guard
      let store = try? coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSPersistentStoreTimeoutOption: 5])
    else { return }
    defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait { use(context, &dice) }
    migrate(store, in: coordinator, using: &dice)
    context.performAndWait { use(context, &dice) }
  }

  private func migrate(
    _ store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator,
    using dice: inout SplitMix64
  ) {
    let types = [NSXMLStoreType, NSBinaryStoreType, NSInMemoryStoreType, NSSQLiteStoreType]
    let place = store.url?.deletingLastPathComponent().appendingPathComponent("Copy")
    _ = try? coordinator.migratePersistentStore(
      store, to: place ?? folder.url, options: nil, withType: types[dice.below(types.count)])
  }

  private func writeBytes(_ url: URL, _ dice: inout SplitMix64) throws {
    if dice.next() % 8 == 0 {
      try damaged(log, &dice).write(to: URL(fileURLWithPath: url.path + "-wal"))
      try content.write(to: url)
    } else {
      try damaged(content, &dice).write(to: url)
    }
  }

  /// Bytes and pages overwritten, exchanged or cut off.
  private func damaged(_ content: Data, _ dice: inout SplitMix64) -> Data {
    var bytes = [UInt8](content)
    let page = 4096
    for _ in 0...(dice.next() % 4) {
      let start = Int(dice.next() % UInt64(bytes.count))
      let end = min(bytes.count, start + 1 + Int(dice.next() % 64))
      switch dice.next() % 6 {
      case 0: for index in start..<end { bytes[index] = UInt8(truncatingIfNeeded: dice.next()) }
      case 1: for index in start..<end { bytes[index] = 0xFF }
      case 2: bytes[start] ^= 1 << UInt8(dice.next() % 8)
      case 3:
        let pages = bytes.count / page
        guard pages > 1 else { break }
        let (a, b) = (dice.below(pages) * page, dice.below(pages) * page)
        for index in 0..<page { bytes.swapAt(a + index, b + index) }
      case 4:
        let number = Int(dice.next() % UInt64(max(1, bytes.count / page))) * page
        for index in number..<min(bytes.count, number + page) { bytes[index] = 0 }
      default: bytes = Array(bytes.prefix(max(512, start)))
      }
    }
    return Data(bytes)
  }

  // MARK: - Steps

  private func use(_ context: NSManagedObjectContext, _ dice: inout SplitMix64) {
    for _ in 0..<2 {
      read(context)
      change(context, &dice)
      if (try? context.save()) == nil { context.rollback() }
      context.reset()
    }
  }

  private func read(_ context: NSManagedObjectContext) {
    for name in ["Person", "Car", "Club", "Passport", "Note", "Tag"] {
      for object in (try? context.all(name)) ?? [] {
        for property in object.entity.properties where !(property is NSFetchedPropertyDescription) {
          let value = object.value(forKey: property.name)
          if let members = value as? Set<NSManagedObject> { _ = members.map(\.isFault) }
        }
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      _ = try? context.count(for: request)
    }
    _ = try? context.all(
      "Person", "ANY cars.price > 1 AND lastName BEGINSWITH 'l'", sortedBy: "age")
  }

  private func change(_ context: NSManagedObjectContext, _ dice: inout SplitMix64) {
    for name in ["Person", "Car", "Club", "Note"] {
      for object in (try? context.all(name)) ?? [] {
        switch dice.next() % 5 {
        case 0: context.delete(object)
        case 1:
          let key = object.entity.attributesByName.keys.sorted().first { $0.hasSuffix("ame") }
          object.setValue(
            "changed", forKey: key ?? (name == "Note" ? "text" : name == "Car" ? "maker" : "title"))
        default: break
        }
      }
    }
    _ = context.insert("Person", ["firstName": "new"])
    _ = context.insert("Note", ["text": "new"])
    _ = context.insert("Car", ["numberPlate": "new \(dice.next())"])
  }
}
#endif
