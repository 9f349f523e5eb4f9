// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport

/// Saved employees, departments and tags in a store in memory.
struct CompanyStack {
  let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init() throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: SampleModels.company())
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try fill()
  }

  /// The IDs of the objects that a fetch with a predicate returns.
  func fetched(_ predicate: NSPredicate, of entity: String) throws -> Set<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = predicate
    return try context.performAndWait { Set(try context.fetch(request).map(\.objectID)) }
  }

  /// The IDs of the objects that satisfy a predicate when it is evaluated on each of them.
  func evaluated(_ predicate: NSPredicate, of entity: String) throws -> Set<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    return try context.performAndWait {
      let all = try context.fetch(request)
      return Set(all.filter { predicate.evaluate(with: $0) }.map(\.objectID))
    }
  }

  /// The object of an entity whose property has a value.
  func object(_ entity: String, where key: String, is value: String) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "%K == %@", key, value)
    return try context.performAndWait { try context.fetch(request).first }
  }

  private func fill() throws {
    try context.performAndWait {
      let departments = ["Sales", "Lab", "Empty"].map { make("Department", key: "name", value: $0) }
      let tags = ["red", "green", "blue"].map { make("Tag", key: "label", value: $0) }
      for index in 0..<12 {
        let employee = make(
          index % 4 == 0 ? "Manager" : "Employee", key: "name", value: names[index])
        employee.setValue(index * 10, forKey: "salary")
        employee.setValue(index.isMultiple(of: 2), forKey: "isActive")
        employee.setValue(index % 3 == 0 ? nil : Double(index) / 2, forKey: "score")
        employee.setValue(Date(timeIntervalSinceReferenceDate: Double(index)), forKey: "hiredAt")
        employee.setValue(index % 5 == 4 ? nil : departments[index % 2], forKey: "department")
        employee.setValue(Set(tags.prefix(index % 4)), forKey: "tags")
      }
      for (index, department) in departments.enumerated() {
        department.setValue(NSDecimalNumber(value: index * 25), forKey: "budget")
      }
      try context.save()
    }
  }

  private let names: [String?] = [
    "Ada", "ada", "Ädä", "Bob", nil, "bobby", "Zoë", "zoe", "", "A*b", "Émile", "emile",
  ]

  private func make(_ entity: String, key: String, value: String?) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(value, forKey: key)
    return object
  }
}
