// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Refuses new relationships to objects that are deleted, which a store could only forget (R-CTX-382).
///
/// Delete rules have run before: what is left leads to an object by a relationship without an inverse,
/// or by one whose inverse has the rule *no action*.
enum DanglingReferences {
  /// Throws 1550 for the first changed relationship that leads to a deleted object. What is stored
  /// and unchanged is left alone. Cost: O(changed relationships and members added to them).
  static func requireNone(in objects: [NSManagedObject]) throws {
    try objects.forEachBorrowed { object in
      guard !object.cells.isEmpty else { return }
      for index in object.layout.relationships where object.changed.contains(index) {
        try require(object, index)
      }
    }
  }

  private static func require(_ object: NSManagedObject, _ index: Int) throws {
    guard object.layout.access[index].isPersistent,
      let destination = dangling(object, object.cells[index])
    else { return }
    let name = object.layout.properties[index].name
    throw CocoaError.validation(
      .managedObjectValidation, object: object, key: name, value: destination,
      text:
        "Dangling reference to an invalid object: \(name) of \(object.layout.schema.name) leads to "
        + "a deleted \(destination.layout.schema.name). Relate it to another object, or to none.")
  }

  private static func dangling(
    _ object: NSManagedObject, _ cell: PropertyValue
  ) -> NSManagedObject? {
    switch cell {
    case .toOne(let destination): object.mayRelate(destination) ? nil : destination
    case .toMany(let value): value.added.first { !object.mayRelate($0) }
    default: nil
    }
  }
}
