// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface
import StoreRouting

/// The context's pending changes as a fetch must see them (R-REQ-010, R-CTX-481…485).
struct PendingOverlay {
  private let operation: FetchOperation
  private let inserted: [NSManagedObject]
  private let updated: [NSManagedObject]
  private let deleted: [NSManagedObject]
  private let test: PredicateNode?
  /// True if everything is to be evaluated here: stores do not know what related objects are now.
  let isLocal: Bool

  init(_ operation: FetchOperation) {
    self.operation = operation
    let tracker = operation.context.tracker
    guard tracker.hasChanges || operation.lowered.needsResidual else {
      (inserted, updated, deleted, test, isLocal) = ([], [], [], nil, false)
      return
    }
    let range = operation.lowered.query.concreteEntities
    let counts = operation.specification.includesPendingChanges
    let isOfEntity = { (object: NSManagedObject) in range.contains(object.layout.index) }
    inserted = counts ? tracker.savedInserts.filter(isOfEntity).filter(operation.isAffected) : []
    updated = counts ? tracker.savedUpdates.filter(isOfEntity) : []
    let hides = counts || operation.hidesDeleted
    deleted = hides ? tracker.deleted.filter(isOfEntity) : []
    let test = operation.lowered.test
    self.test = test?.withIndexedLists
    isLocal = counts && PendingOverlay.looksAtChanges(operation, test)
  }

  private static func looksAtChanges(_ operation: FetchOperation, _ test: PredicateNode?) -> Bool {
    let updated = operation.context.tracker.updated
    guard !updated.isEmpty else { return false }
    let sort = operation.specification.sortDescriptors ?? []
    return RelatedChanges(test, sort, of: operation.entity.frozenLayoutOrFail).touch(updated)
  }

  private var isResidual: Bool { isLocal || operation.lowered.needsResidual }

  /// True if stored results alone are not the answer.
  var isNeeded: Bool {
    isLocal || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
  }

  /// How many stored results may drop out or move.
  var shadowedCount: Int { updated.count + deleted.count }

  /// The objects whose stored rows are not what counts.
  var shadowed: [NSManagedObject] { updated + deleted }

  /// Returns the stored candidates with pending changes applied, in order; the window is not.
  func applied(to candidates: [NSManagedObject]) throws -> [NSManagedObject] {
    let residual = isResidual
    var seen = Set<ObjectIdentifier>()
    var steady: [NSManagedObject] = []
    var moving: [NSManagedObject] = []
    let includesPending = operation.specification.includesPendingChanges
    let hidesDeleted = includesPending || operation.hidesDeleted
    for object in candidates where !(hidesDeleted && object.flags.contains(.deleted)) {
      let isUpdated = includesPending && object.flags.contains(.updated)
      if isUpdated { seen.insert(ObjectIdentifier(object)) }
      guard try !(isUpdated || residual) || matches(object) else { continue }
      if isUpdated, isSorted { moving.append(object) } else { steady.append(object) }
    }
    for object in updated
    where !seen.contains(ObjectIdentifier(object)) && operation.isStored(object) {
      if try matches(object) { moving.append(object) }
    }
    for object in inserted where try matches(object) { moving.append(object) }
    return try ordered(steady, moving)
  }

  var isSorted: Bool { !(operation.specification.sortDescriptors ?? []).isEmpty }

  private func matches(_ object: NSManagedObject) throws -> Bool {
    guard let test else { return true }
    do {
      return try PredicateEvaluator.evaluate(test, with: object)
    } catch {
      throw PendingOverlay.failure("predicate", error)
    }
  }

  private static func failure(_ part: String, _ error: EvaluationError) -> CocoaError {
    .make(exception: .invalidArgument, reason: "The \(part) cannot be evaluated: \(error)")
  }

  /// Merges the pending objects into the stored ones, which the store has sorted.
  private func ordered(
    _ steady: [NSManagedObject], _ moving: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    guard let descriptors = operation.specification.sortDescriptors, !descriptors.isEmpty else {
      return steady + moving
    }
    let isBefore = { (a: NSManagedObject, b: NSManagedObject) in
      try PendingOverlay.precedes(a, b, by: descriptors)
    }
    if isResidual { return try (steady + moving).sorted(by: isBefore) }
    let pending = try moving.sorted(by: isBefore)
    var result: [NSManagedObject] = []
    result.reserveCapacity(steady.count + pending.count)
    var next = 0
    for object in steady {
      while next < pending.count, try isBefore(pending[next], object) {
        result.append(pending[next])
        next += 1
      }
      result.append(object)
    }
    return result + pending[next...]
  }

  private static func precedes(
    _ a: NSManagedObject, _ b: NSManagedObject, by descriptors: [NSSortDescriptor]
  ) throws -> Bool {
    for descriptor in descriptors {
      switch try order(a, b, by: descriptor) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return false
  }

  private static func order(
    _ a: NSManagedObject, _ b: NSManagedObject, by descriptor: NSSortDescriptor
  ) throws -> ComparisonResult {
    do {
      return try descriptor.order(a, b)
    } catch {
      throw failure("sort descriptor \(descriptor)", error)
    }
  }
}

/// The overlay piece by piece, for results that are not objects (``PendingMerge``).
extension PendingOverlay {
  /// The stores' answer so far, in its order, and the pending objects among it.
  struct Unmerged {
    var steady: [PendingMerge.Entry] = []
    var moving: [NSManagedObject] = []
    fileprivate var seen = Set<ObjectIdentifier>()
  }

  /// True if there are objects whose place the stores cannot tell.
  var hasMovers: Bool { !updated.isEmpty || !inserted.isEmpty }

  func unmerged() -> Unmerged { Unmerged() }

  /// The pending objects that match now.
  func pendingMatches() throws -> [NSManagedObject] {
    try arrivals(beside: Unmerged())
  }

  /// Takes an answer of a store in. Returns true if it stays where the store has put it.
  func keeps(
    _ key: ObjectKey, _ object: NSManagedObject?, in answer: inout Unmerged
  ) throws -> Bool {
    guard let object else {
      answer.steady.append(.stored(key))
      return true
    }
    let includesPending = operation.specification.includesPendingChanges
    if includesPending || operation.hidesDeleted, object.flags.contains(.deleted) { return false }
    guard includesPending, object.flags.contains(.updated) else {
      answer.steady.append(.stored(key))
      return true
    }
    answer.seen.insert(ObjectIdentifier(object))
    guard try matches(object) else { return false }
    if isSorted { answer.moving.append(object) } else { answer.steady.append(.pending(object)) }
    return false
  }

  /// The pending objects that match and were not among the answer.
  func arrivals(beside answer: Unmerged) throws -> [NSManagedObject] {
    let others = updated.filter {
      !answer.seen.contains(ObjectIdentifier($0)) && operation.isStored($0)
    }
    return try (others + inserted).filter(matches)
  }
}

extension FetchOperation {
  /// Returns true if a new object counts for a request restricted to some stores (R-PSC-280).
  func isAffected(_ object: NSManagedObject) -> Bool {
    guard let stores = scope.stores else { return true }
    if !object.key.isTemporary { return stores.contains(object.key.store) }
    return context.assignments[ObjectIdentifier(object)].map { stores.contains($0.ordinal) } ?? true
  }

  /// Returns true if an updated object lives in a store that the request asks.
  func isStored(_ object: NSManagedObject) -> Bool {
    scope.stores?.contains(object.key.store) ?? true
  }
}
