// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Classes as a client writes them, with a property of each kind.
final class Reader: NSManagedObject {
  var name: String? { value(forKey: "name") as? String }
  var age: Int { value(forKey: "age") as? Int ?? 0 }
  var books: Set<Book> { value(forKey: "books") as? Set<Book> ?? [] }
  var friend: Reader? { value(forKey: "friend") as? Reader }
}

class Book: NSManagedObject {
  var title: String? { value(forKey: "title") as? String }
  var isbn: String { value(forKey: "isbn") as? String ?? "" }
  var pages: Int { value(forKey: "pages") as? Int ?? 0 }
  var price: Double { value(forKey: "price") as? Double ?? 0 }
  var stars: Int? { value(forKey: "stars") as? Int }
  var isLent: Bool { value(forKey: "isLent") as? Bool ?? false }
  var added: Date? { value(forKey: "added") as? Date }
  var code: UUID? { value(forKey: "code") as? UUID }
  var reader: Reader? { value(forKey: "reader") as? Reader }
  var labels: Set<Label> { value(forKey: "labels") as? Set<Label> ?? [] }
  var labelSet: NSSet? { value(forKey: "labels") as? NSSet }
}

final class Novel: Book {
  var genre: String? { value(forKey: "genre") as? String }
}

final class Label: NSManagedObject {
  var text: String? { value(forKey: "text") as? String }
  var weight: Int { value(forKey: "weight") as? Int ?? 0 }
  var books: Set<Book> { value(forKey: "books") as? Set<Book> ?? [] }
}

enum LibraryModel {
  static func make() -> NSManagedObjectModel {
    register
    let reader = GarageModel.entity(
      "Reader",
      [GarageModel.attribute("name", .string), GarageModel.attribute("age", .integer16)])
    let book = GarageModel.entity(
      "Book",
      [
        GarageModel.attribute("title", .string), GarageModel.attribute("isbn", .string),
        GarageModel.attribute("pages", .integer64), GarageModel.attribute("price", .double),
        GarageModel.attribute("stars", .integer16), GarageModel.attribute("isLent", .boolean),
        GarageModel.attribute("added", .date), GarageModel.attribute("code", .uuid),
      ])
    let novel = GarageModel.entity("Novel", [GarageModel.attribute("genre", .string)])
    let label = GarageModel.entity(
      "Label",
      [GarageModel.attribute("text", .string), GarageModel.attribute("weight", .integer32)])
    book.subentities = [novel]
    GarageModel.relate(
      reader, name: "books", many: true, rule: .nullifyDeleteRule, to: book,
      inverseName: "reader", many: false)
    GarageModel.relate(
      reader, name: "friend", many: false, rule: .nullifyDeleteRule, to: reader,
      inverseName: "friendOf", many: false)
    GarageModel.relate(
      book, name: "labels", many: true, rule: .nullifyDeleteRule, to: label, inverseName: "books",
      many: true)
    let model = NSManagedObjectModel()
    model.entities = [reader, book, novel, label]
    // Under names of their own: another module of the tests has a class `Book` too.
    for entity in model.entities { entity.managedObjectClassName = "Typed\(entity.name ?? "")" }
    return model
  }

  private static let register: Void = {
    NSManagedObject.registerClasses([
      "TypedReader": Reader.self, "TypedBook": Book.self, "TypedNovel": Novel.self,
      "TypedLabel": Label.self,
    ])
    NSManagedObject.registerKeyPaths {
      [
        \Reader.name: "name", \Reader.age: "age", \Reader.books: "books",
        \Reader.friend: "friend",
        \Book.title: "title", \Book.isbn: "isbn", \Book.pages: "pages", \Book.price: "price",
        \Book.stars: "stars", \Book.isLent: "isLent", \Book.added: "added", \Book.code: "code",
        \Book.reader: "reader", \Book.labels: "labels", \Book.labelSet: "labels",
        \Novel.genre: "genre", \Novel.pages: "pages",
        \Label.text: "text", \Label.weight: "weight", \Label.books: "books",
      ]
    }
  }()
}

/// A saved library in stores of one kind.
struct Library {
  static let code = UUID()
  static let date = Date(timeIntervalSinceReferenceDate: 1_000)
  /// Where every entity can be kept.
  static let kinds = StackKind.everyStore.filter { $0.stores.count == 1 }

  let stack: Stack
  let context: NSManagedObjectContext

  init(_ kind: StackKind) throws {
    stack = try Stack(kind, model: LibraryModel.make())
    context = stack.context()
    try context.performAndWait {
      fill()
      try context.save()
    }
  }

  private func fill() {
    let labels = [("red", 1), ("green", 2), ("Blue", 3)].map { text, weight in
      context.insert("Label", ["text": text, "weight": weight])
    }
    let readers = [("Ada", 36), ("Émile", 20), (nil, 50)].map { name, age in
      context.insert("Reader", ["age": age] as [String: Any]).with("name", name)
    }
    readers[0].setValue(readers[1], forKey: "friend")
    for (index, title) in Self.titles.enumerated() {
      let book = context.insert(
        index % 5 == 0 ? "Novel" : "Book",
        ["pages": index * 10, "price": Double(index) * 1.5, "isLent": index.isMultiple(of: 2)])
      book.setValue("978-\(index)", forKey: "isbn")
      _ = book.with("title", title).with("stars", index % 3 == 0 ? nil : index)
      _ = book.with("added", index % 4 == 1 ? nil : Self.date + Double(index))
      _ = book.with("code", index == 3 ? Self.code : nil)
      _ = book.with("reader", index % 4 == 3 ? nil : readers[index % 4])
      book.setValue(Set(labels.prefix(index % 4)), forKey: "labels")
      if index % 5 == 0 { book.setValue(index == 0 ? "crime" : "love", forKey: "genre") }
    }
  }

  private static let titles: [String?] = [
    "Emma", "emma", "Émilie", "Dune", nil, "dunes", "Zoë", "zoe", "", "A*b", "The Sea, the Sea",
    "sea",
  ]
}

extension NSManagedObject {
  fileprivate func with(_ key: String, _ value: Any?) -> NSManagedObject {
    setValue(value, forKey: key)
    return self
  }
}
