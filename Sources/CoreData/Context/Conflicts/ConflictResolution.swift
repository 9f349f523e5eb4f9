// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Turns the conflicts a commit met into the objects of the API and hands them to the policy.
struct ConflictResolution {
  private let context: NSManagedObjectContext
  /// New objects, and those that move: they are in the identity map under their former keys still.
  private let renumbered: [ObjectKey: NSManagedObject]
  /// The places of new objects in the order of their insertion.
  private let places: [ObjectIdentifier: Int]
  /// Rows in conflict that were written through the coordinator.
  private let written: Set<ObjectKey>
  private var list: [Any] = []

  /// Describes the conflicts, while the objects have the keys of the commit. O(conflicts and pending objects).
  init(_ context: NSManagedObjectContext, _ conflicts: [Conflict]) {
    self.context = context
    let pending = conflicts.isEmpty ? [] : context.tracker.inserted + context.tracker.updated
    renumbered = Dictionary(pending.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    places =
      conflicts.isEmpty
      ? [:]
      : Dictionary(
        context.tracker.inserted.enumerated().map { (ObjectIdentifier($1), $0) },
        uniquingKeysWith: { first, _ in first })
    written = context.requiredCoordinator.recentWrites.among(
      Set(conflicts.compactMap { if case .version(let key, _, _, _) = $0 { key } else { nil } }))
    list = conflicts.compactMap(described)
  }

  /// Returns when the save may be tried again; throws what the policy throws.
  func run() throws {
    guard !list.isEmpty, let policy = context.mergePolicy as? NSMergePolicy else { return }
    try policy.resolve(mergeConflicts: list)
    context.tracker.prune()
  }

  private func described(_ conflict: Conflict) -> Any? {
    switch conflict {
    case .version(let key, let expected, let actual, let stored):
      pending(key).flatMap {
        versionConflict(of: $0, expected: expected, actual: actual, stored: stored)
      }
    case .uniqueness(let entity, let constraint, let keys, let stored, let row):
      constraintConflict(
        entity: entity, constraint: constraint, keys: keys, stored: stored, row: row)
    }
  }

  /// An object that is deleted on both sides is no conflict (R-CTX-633).
  private func versionConflict(
    of object: NSManagedObject, expected: Int64, actual: Int64, stored: Row?
  ) -> NSMergeConflict? {
    if stored == nil, object.flags.contains(.deleted) {
      object.state.markInaccessible()
      return nil
    }
    return NSMergeConflict(
      object, expected: expected, actual: actual, stored: stored,
      isCached: isCached(object.key, expected))
  }

  /// Returns true if the conflict is with another context of the coordinator (level 1), not with
  /// somebody else (level 2), or a batch request, which passes by the contexts.
  private func isCached(_ key: ObjectKey, _ expected: Int64) -> Bool {
    let coordinator = context.requiredCoordinator
    if coordinator.staleRows.row(for: key)?.version == expected { return false }
    let store = coordinator.router.store(key.store)
    return written.contains(key)
      || store?.backend.capabilities.contains(.multiProcess) == false
  }

  /// Returns the pending object of a key.
  private func pending(_ key: ObjectKey) -> NSManagedObject? {
    context.registered(key) ?? renumbered[key]
  }

  private func constraintConflict(
    entity: Int, constraint: Int, keys: [ObjectKey], stored: ObjectKey?, row: Row?
  ) -> NSConstraintConflict {
    let coordinator = context.requiredCoordinator
    let schema = coordinator.schema.entities[entity]
    let names = schema.constraints[constraint].columns.map { column in
      switch column {
      case .attribute(let index): schema.attributes[index].name
      case .toOne(let index): schema.toOnes[index].name
      case .key: "objectID"
      }
    }
    // Stored ones, then new ones as they were inserted (R-CTX-646).
    var objects = keys.compactMap(pending).map { ($0, places[ObjectIdentifier($0)] ?? -1) }
      .sorted { $0.1 < $1.1 }.map(\.0)
    let holder = zip(stored, row).map { key, row in
      context.adopt(key, row, stamp: context.commitStamp)
    }
    // One that this save changes itself clashes here, not in the store (R-CTX-641).
    let isPending = holder?.flags.intersection([.updated, .deleted]) == .updated
    if let holder, isPending, !objects.contains(holder) { objects.append(holder) }
    let database = isPending ? nil : holder
    let conflict = NSConstraintConflict(
      constraint: names, database: database,
      databaseSnapshot: database.flatMap { object in row.flatMap(object.snapshot) },
      conflicting: objects, conflictingSnapshots: objects.map { $0.rowSnapshot ?? [:] })
    conflict.storedObject = holder
    return conflict
  }

  private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    if let a, let b { (a, b) } else { nil }
  }
}
