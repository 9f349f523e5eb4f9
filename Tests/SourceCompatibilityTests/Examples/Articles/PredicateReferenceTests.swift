// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The tables of the article PredicateReference say where each predicate is evaluated: the article
/// gives a format of employees, these tests ask the stores.
struct PredicateReferenceTests {
  private static let article = ExampleTests.catalog.appendingPathComponent(
    "Reference/PredicateReference.md")

  /// A line of a table: a format, and the answers of SQLite, of LMDB and of a store in memory.
  struct Line: CustomStringConvertible, Equatable {
    let format: String
    let answers: [String]

    var description: String { "| `\(format)` | \(answers.joined(separator: " | ")) |" }
  }

  static func lines() throws -> [Line] {
    try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].hasPrefix("`") else { return nil }
      return Line(
        format: cells[0].trimmingCharacters(in: ["`"]), answers: Array(cells.dropFirst()))
    }
  }

  /// Where a store evaluates a predicate: by SQL, by an index alone, on its rows, on objects.
  private func answer(of coordinator: NSPersistentStoreCoordinator, to format: String) -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    do { request.predicate = try NSPredicate.parse(format: format) } catch { return "\(error)" }
    guard let explanation = try? coordinator.explanation(of: request) else { return "refused" }
    if explanation.evaluatesOnObjects { return "objects" }
    guard let part = explanation.parts.first else { return "nothing is asked" }
    if part.store.type == NSSQLiteStoreType { return "SQL" }
    return part.residual == nil ? "index" : "rows"
  }

  private func coordinators(in folder: URL) throws -> [NSPersistentStoreCoordinator] {
    let model = try #require(NSManagedObjectModel(contentsOf: ExampleModels.company))
    return try [NSSQLiteStoreType, LMDBStoreType, NSInMemoryStoreType].map { type in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: folder.appendingPathComponent(type))
      return coordinator
    }
  }

  @Test func theTablesSayWhereAPredicateIsEvaluated() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("articles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let coordinators = try coordinators(in: folder)
    let lines = try Self.lines()
    #expect(lines.count > 40)
    for line in lines {
      let answers = coordinators.map { answer(of: $0, to: line.format) }
      #expect(line == Line(format: line.format, answers: answers))
    }
  }
}
