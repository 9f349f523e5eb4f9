// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Refuses new relationships to objects that are deleted, which a store could only forget (R-CTX-382).
///
/// Delete rules have run before: what is left leads to an object by a relationship without an inverse,
/// or by one whose inverse has a rule that lets go of nothing.
enum DanglingReferences {
  /// Throws 1550 for the first relationship with another value than the stored one that leads to a
  /// deleted object. What is stored and the same is left alone. Cost: O(changed relationships and members
  /// added to them).
  ///
  /// - Parameter isFinal: true if the objects go to a store, where all that is kept has its permanent key.
  static func requireNone(in objects: [NSManagedObject], isFinal: Bool) throws {
    try objects.forEachBorrowed { object in
      guard !object.cells.isEmpty else { return }
      for index in object.layout.relationships where object.changed.contains(index) {
        try require(object, index, isFinal: isFinal)
      }
    }
  }

  private static func require(
    _ object: NSManagedObject, _ index: Int, isFinal: Bool
  ) throws {
    guard object.layout.access[index].isPersistent,
      let destination = dangling(object, object.cells[index], isFinal: isFinal),
      object.isInserted || object.differs(index)
    else { return }
    let name = object.layout.properties[index].name
    throw CocoaError.validation(
      .managedObjectValidation, object: object, key: name, value: destination,
      text:
        "Dangling reference to an invalid object: \(name) of \(object.layout.schema.name) leads to "
        + "a deleted \(destination.layout.schema.name). Relate it to another object, or to none.")
  }

  private static func dangling(
    _ object: NSManagedObject, _ cell: PropertyValue, isFinal: Bool
  ) -> NSManagedObject? {
    func isKept(_ destination: NSManagedObject) -> Bool {
      isFinal ? object.isStorable(destination) : object.mayRelate(destination)
    }
    return switch cell {
    case .toOne(let destination): isKept(destination) ? nil : destination
    case .toMany(let value): value.added.first { !isKept($0) }
    default: nil
    }
  }
}
