// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of the articles with which one begins: GettingStarted, DefiningAModel, ChoosingAStore.
@MainActor struct StartingArticles {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("articles-\(UUID().uuidString)")

  private func open(_ url: URL) throws -> NSPersistentContainer {
    ExampleModels.registerClasses()
    // example
    let container = NSPersistentContainer(name: "Company")  // Company.xcdatamodeld
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    container.loadPersistentStores { description, error in
      if let error { print("\(description) was not loaded: \(error)") }
    }
    // example end
    try #require(container.persistentStoreCoordinator.persistentStores.count == 1)
    return container
  }

  @Test func gettingStarted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try open(folder.appendingPathComponent("Company.sqlite"))
    // example
    let context = container.viewContext
    let research = Department(context: context)
    research.name = "Research"
    research.createdAt = Date()
    let ada = Employee(context: context)
    ada.name = "Ada"
    ada.email = "ada@example.org"
    ada.hiredAt = Date()
    ada.department = research
    try context.save()
    // example end
    #expect(try names(context) == ["Ada"])
    // example
    ada.salary += 100
    context.delete(research)  // and its employees: the delete rule is cascade
    try context.save()
    // example end
    #expect(try names(context) == [])
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    // example
    let request = NSFetchRequest<Employee>(entityName: "Employee")
    request.predicate = NSPredicate(format: "department.name == %@", "Research")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    for employee in try context.fetch(request) { print(employee.name ?? "") }
    // example end
    return try context.fetch(request).compactMap(\.name)
  }

  @Test func aModelInCode() {
    // example
    let title = NSAttributeDescription()
    title.name = "title"
    title.type = .string
    title.isOptional = false
    let book = NSEntityDescription()
    book.name = "Book"
    book.properties = [title]
    let model = NSManagedObjectModel()
    model.entities = [book]
    model.setEntities([book], forConfigurationName: "Catalogue")
    // example end
    #expect(model.entities(forConfigurationName: "Catalogue")?.map(\.name) == ["Book"])
  }

  @Test func whatAPowerFailureMayTake() {
    let url = folder.appendingPathComponent("Company.sqlite")
    // example
    let description = NSPersistentStoreDescription(url: url)
    description.durability = .relaxed  // or .full
    // example end
    #expect(description.durability == .relaxed)
  }
}
