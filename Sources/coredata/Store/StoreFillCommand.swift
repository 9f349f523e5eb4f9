// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store fill FILE --count N [--type T]`: a large store to measure copies with.
struct StoreFillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fill", abstract: "Make a store of the Company model with many objects.",
    shouldDisplay: false)

  @Argument(help: "The file to make.", completion: .file())
  var file: String

  @Option(help: "The Company model.", completion: .file())
  var model: String

  @Option(help: "How many employees.")
  var count: Int

  @Option(help: "The store's type.")
  var type: String?

  /// Objects a save.
  private static let batch = 10_000

  func run() throws {
    let file = URL(fileURLWithPath: file)
    let type = try StoreTypeName.type(named: type, file: file, original: NSSQLiteStoreType)
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: try ModelFile.model(at: model))
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: file)
    var number = 0
    while number < count {
      let end = min(count, number + Self.batch)
      try save(number..<end, coordinator)
      number = end
    }
  }

  /// Each batch in a context of its own: one department and some tags with its employees.
  private func save(_ numbers: Range<Int>, _ coordinator: NSPersistentStoreCoordinator) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    try context.performAndWait {
      let day = Date(timeIntervalSinceReferenceDate: Double(numbers.lowerBound))
      let department = insert(
        "Department", values: ["name": "Department \(numbers.lowerBound)", "createdAt": day],
        into: context)
      let tags = (0..<10).map {
        insert("Tag", values: ["name": "tag \($0) \(numbers.lowerBound)"], into: context)
      }
      for number in numbers {
        let employee = insert(
          "Employee",
          values: [
            "name": "Employee \(number)", "email": "employee\(number)@example.org",
            "salary": 30_000 + number % 70_000, "isActive": number % 3 != 0,
            "score": Double(number % 1_000) / 10, "hiredAt": day,
          ], into: context)
        employee.setValue(department, forKey: "department")
        if number % 10 == 0 { employee.setValue(Set([tags[number / 10 % 10]]), forKey: "tags") }
      }
      try context.save()
    }
  }

  private func insert(
    _ entity: String, values: [String: Any], into context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values where object.entity.attributesByName[key] != nil {
      object.setValue(value, forKey: key)
    }
    return object
  }
}
