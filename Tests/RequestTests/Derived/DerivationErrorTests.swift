// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Derivations that no store could keep up.
@Suite struct DerivationErrorTests {
  private func error(
    _ type: NSAttributeDescription.AttributeType, _ expression: String
  ) throws -> String {
    let model = BookcaseModel.make()
    model.entitiesByName["Tag"]?.properties.append(BookcaseModel.derived("bad", type, expression))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let error = #expect(throws: (any Error).self) {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    }
    return error.map { "\($0)" } ?? ""
  }

  // R-MOD-126, R-MOD-131
  @Test(arguments: [
    ("unknown", NSAttributeDescription.AttributeType.string), ("books.title", .string),
    ("SUBQUERY(books, $b, $b.title == 'A').@count", .integer64), ("label", .integer64),
    ("books.@count", .string), ("now()", .double), ("books", .integer64), ("bad", .string),
    ("uppercase:(rank)", .string), ("3", .integer64),
  ])
  func theStoreIsNotAdded(
    _ expression: String, _ type: NSAttributeDescription.AttributeType
  ) throws {
    #expect(try error(type, expression).contains("Tag.bad"))
  }
}
