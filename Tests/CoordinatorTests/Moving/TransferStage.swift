// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// A store with a small graph in it, to be migrated.
final class TransferStage {
  static let types = StackKind.singles.map(\.name)

  let place: Workplace
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore

  init(
    _ type: String, model: NSManagedObjectModel = GarageModel.make(),
    options: [AnyHashable: Any]? = nil
  ) throws {
    place = try Workplace()
    coordinator = try place.opened(type, "old", model: model, options: options)
    store = coordinator.persistentStores[0]
  }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Two people with cars, a club with a queue, notes with tags; saved.
  func fill(_ context: NSManagedObjectContext) throws {
    try context.performAndWait {
      let ada = context.insert(
        "Person", ["firstName": "Ada", "balance": Decimal(string: "1.25") ?? 0])
      let bob = context.insert("Person", ["firstName": "Bob", "badge": UUID()])
      ada.setValue(Set([bob]), forKey: "friends")
      _ = context.insert("Car", ["numberPlate": "A 1", "owner": ada])
      _ = context.insert("SportCar", ["numberPlate": "B 2", "owner": bob, "topSpeed": 300])
      let club = context.insert("Club", ["title": "Chess"])
      club.setValue(NSOrderedSet(array: [bob, ada]), forKey: "waiting")
      club.setValue(Set([ada]), forKey: "members")
      let note = context.insert("Note", ["text": "first", "rank": 7])
      note.setValue(Set([context.insert("Tag", ["label": "red"])]), forKey: "tags")
      try context.save()
    }
  }

  /// Migrates the only store.
  @discardableResult
  func migrate(
    to type: String, _ name: String = "new", options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: place.url(name, ofType: type), options: options,
      withType: type)
  }

  /// What a new context finds, as texts.
  func found(in coordinator: NSPersistentStoreCoordinator? = nil) throws -> [String] {
    try place.run(coordinator ?? self.coordinator) { context in
      let people = try context.all("Person", sortedBy: "firstName").map { person in
        let cars = person.objects("cars").compactMap { $0.string("numberPlate") }.sorted()
        let friends = person.objects("friends").compactMap { $0.string("firstName") }.sorted()
        let balance = (person.value(forKey: "balance") as? NSDecimalNumber)?.stringValue
        return "\(person.string("firstName") ?? "") \(cars) \(friends) \(balance ?? "")"
      }
      let clubs = try context.all("Club").map { club in
        let waiting = (club.value(forKey: "waiting") as? NSOrderedSet)?.array ?? []
        let names = waiting.compactMap { ($0 as? NSManagedObject)?.string("firstName") }
        return "\(club.string("title") ?? "") \(names) \(club.objects("members").count)"
      }
      let notes = try context.all("Note", sortedBy: "text").map { note in
        "\(note.string("text") ?? "") \(note.objects("tags").compactMap { $0.string("label") })"
      }
      return people + clubs + notes
    }
  }

  static let contents = [
    "Ada [\"A 1\"] [\"Bob\"] 1.25", "Bob [\"B 2\"] [] ", "Chess [\"Bob\", \"Ada\"] 1",
    "first [\"red\"]",
  ]
}
