// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Loads the relationships a request names along with its objects: one query per key of a path.
struct Prefetching {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Loads what the request's paths lead to from its objects.
  ///
  /// A path ends where a key is no relationship: it helps nothing, and does no harm (R-REQ-022).
  ///
  /// - Parameter entity: the request's.
  func run(
    _ specification: FetchSpecification, of entity: PropertyLayout, on objects: [NSManagedObject]
  ) throws {
    for path in specification.relationshipKeyPathsForPrefetching ?? [] {
      try follow(path.split(separator: ".").map(String.init)[...], from: entity, objects)
    }
  }

  private func follow(
    _ keys: ArraySlice<String>, from entity: PropertyLayout, _ objects: [NSManagedObject]
  ) throws {
    guard let key = keys.first else { return }
    for owner in owners(of: key, in: entity) {
      guard let record = owner.record(named: key) else { continue }
      let group =
        owner === entity
        ? objects : objects.filter { owner.schema.subtree.contains($0.layout.schema.index) }
      let reached =
        record.kind == .toOne
        ? try toOne(record, group) : try toMany(record, group, isLast: keys.count == 1)
      guard keys.count > 1 else { continue }
      // Many objects lead to the same ones, each of which is asked for its members once.
      try follow(
        keys.dropFirst(), from: entity.model[record.destination],
        ObjectList(distinct: reached).objects)
    }
  }

  /// Returns the entity, or those below it, that have a relationship of a name first.
  private func owners(of key: String, in entity: PropertyLayout) -> [PropertyLayout] {
    let all = entity.schema.subtree.map { entity.model[$0] }.filter {
      $0.record(named: key)?.isRelationship == true
    }
    return all.filter { one in
      !all.contains { $0 !== one && $0.schema.subtree.contains(one.schema.index) }
    }
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
