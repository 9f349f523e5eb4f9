// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Loads the relationships a request names along with its objects: one query per key of a path.
struct Prefetching {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func run(_ specification: FetchSpecification, on objects: [NSManagedObject]) throws {
    for path in specification.relationshipKeyPathsForPrefetching ?? [] {
      var reached = objects
      let keys = path.split(separator: ".")
      for (position, key) in keys.enumerated() {
        let isLast = position == keys.count - 1
        reached = try follow(String(key), from: reached, isLast: isLast)
      }
    }
  }

  /// Loads what a key leads to, and returns it unless nothing more follows.
  private func follow(
    _ key: String, from objects: [NSManagedObject], isLast: Bool
  ) throws -> [NSManagedObject] {
    guard let first = objects.first else { return [] }
    guard let record = first.layout.record(named: key), record.isRelationship else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "Prefetching: '\(key)' is not a relationship of \(first.layout.schema.name).")
    }
    return record.kind == .toOne
      ? try toOne(record, objects) : try toMany(record, objects, isLast: isLast)
  }

  private func toOne(
    _ record: PropertyRecord, _ objects: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    // Stores for which rows are costly have answered without.
    if context.parentContext == nil {
      try Refetching(context).loadRows(of: objects.filter { $0.rowStart == nil })
    }
    let destinations = objects.compactMap { object in
      if object.rowStart == nil { object.realise() }
      return object.heldToOne(record.index)
    }
    // A parent has loaded them; faults here ask it when they fire.
    if context.parentContext != nil { return destinations }
    try context.loadRows(of: destinations) { !$0.flags.contains(.realised) }
    return destinations
  }

  private func toMany(
    _ record: PropertyRecord, _ objects: [NSManagedObject], isLast: Bool
  ) throws -> [NSManagedObject] {
    let owners = objects.filter { $0.heldToMany(record.index).isFault }
    try context.fulfil(owners, record.index)
    return isLast ? [] : objects.flatMap { $0.heldToMany(record.index).members }
  }
}
