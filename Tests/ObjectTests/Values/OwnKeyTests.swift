// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Keys that a class answers beside its properties, as far as objects are asked for them.
@Suite struct OwnKeyTests {
  class InitialedPerson: NSManagedObject {
    override func value(forUndefinedKey key: String) -> Any? {
      guard key == "initial" else { return super.value(forUndefinedKey: key) }
      return (value(forKey: "firstName") as? String).map { String($0.prefix(1)) }
    }
  }

  private func run(_ kind: StackKind, _ block: (NSManagedObjectContext) throws -> Void) throws {
    let person = InitialedPerson.self
    // Classes within others are not found by their names alone.
    NSManagedObject.registerClasses([String(reflecting: person): person])
    try Stack(kind, model: GarageModel.make(person: person)).run { context in
      for name in ["Ada", "Bob"] {
        let owner = context.insert("Person", ["firstName": name])
        context.insert("Car", ["numberPlate": name]).setValue(owner, forKey: "owner")
      }
      try context.save()
      try block(context)
    }
  }

  private func cars(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: false)]
    return try context.fetch(request)
  }

  // R-CTX-202
  @Test(arguments: StackKind.all)
  func theyAreInKeyPathsPredicatesAndOrders(_ kind: StackKind) throws {
    try run(kind) { context in
      let cars = try cars(context)
      #expect(cars.map { $0.value(forKeyPath: "owner.initial") as? String } == ["B", "A"])
      let predicate = NSPredicate(format: "owner.initial == 'A'")
      #expect(cars.filter { predicate.evaluate(with: $0) } == [cars[1]])
      let order = NSSortDescriptor(key: "owner.initial", ascending: true)
      let sorted = NSArray(array: cars).sortedArray(using: [order])
      #expect(sorted as? [NSManagedObject] == [cars[1], cars[0]])
    }
  }

  // R-CTX-202, R-REQ-261
  @Test(arguments: StackKind.all)
  func theyNameSections(_ kind: StackKind) throws {
    try run(kind) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.sortDescriptors = [NSSortDescriptor(key: "owner.firstName", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context,
        sectionNameKeyPath: "owner.initial", cacheName: nil)
      try controller.performFetch()
      #expect(controller.sections?.map(\.name) == ["A", "B"])
    }
  }
}
