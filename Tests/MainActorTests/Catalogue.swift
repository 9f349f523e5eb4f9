// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Observation

/// The model of a view, on the main actor as everything in this module.
@Observable
final class Catalogue {
  private let container: NSPersistentContainer
  private(set) var titles: [String] = []
  private(set) var selection: NSManagedObjectID?

  init(container: NSPersistentContainer) { self.container = container }

  private var context: NSManagedObjectContext { container.viewContext }

  func load() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.title, ascending: true)]
    titles = try context.fetch(request).compactMap(\.title)
  }

  /// Adds a book in the background; only its ID comes back.
  func add(_ title: String, to label: String) async throws {
    let context = container.newBackgroundContext()
    selection = try await context.perform {
      let book = Book(context: context)
      book.title = title
      let shelf = Shelf(context: context)
      shelf.label = label
      shelf.addToBooks(book)
      try context.save()
      return book.objectID
    }
    try load()
  }

  /// The selected book, as an object of the view's context.
  var selected: Book? {
    selection.flatMap { try? context.existingObject(with: $0) as? Book }
  }

  /// How many books there are, counted away from the main thread.
  func count() async throws -> Int {
    try await container.performBackgroundTask { context in
      try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
    }
  }

  /// Several imports at once.
  func addAll(_ titles: [String]) async throws {
    let container = container
    try await withThrowingTaskGroup(of: NSManagedObjectID.self) { group in
      for title in titles {
        group.addTask {
          try await container.performBackgroundTask { context in
            let book = Book(context: context)
            book.title = title
            try context.save()
            return book.objectID
          }
        }
      }
      for try await id in group { selection = id }
    }
    try load()
  }
}
