// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import RowEngine
import StoreInterface

/// Counts, IDs and batches beside pending changes: what the stores answer for the objects that have
/// none, and the pending ones evaluated here. Cost: O(answer + pending changes); no object is
/// registered for what is only counted or named.
struct PendingMerge {
  /// A result in its place.
  enum Entry {
    case stored(ObjectKey)
    case pending(NSManagedObject)
  }

  private let operation: FetchOperation
  private let overlay: PendingOverlay
  private var context: NSManagedObjectContext { operation.context }
  private var lowered: LoweredRequest { operation.lowered }

  /// Nil when the stores' answer would have to be evaluated or sorted on objects.
  init?(_ operation: FetchOperation, _ overlay: PendingOverlay) {
    guard !operation.lowered.needsResidual, !overlay.isLocal else { return nil }
    self.operation = operation
    self.overlay = overlay
  }

  // MARK: - Counting

  /// How many results there are, offset and limit applied (R-REQ-014).
  func count() throws -> Int {
    let total = try storedCount() + overlay.pendingMatches().count
    let rest = max(0, total - lowered.offset)
    return lowered.limit > 0 ? min(rest, lowered.limit) : rest
  }

  /// How many objects without pending changes match; if there is a limit, up to what it may need.
  private func storedCount() throws -> Int {
    let limit = lowered.limit > 0 ? lowered.offset + lowered.limit : 0
    if let parent = context.parentContext {
      var request = operation.specification
      (request.fetchOffset, request.fetchLimit) = (0, limit)
      request.predicate = excluding(overlay.shadowed.map(\.currentID), from: request.predicate)
      return try parent.answerCount(
        request, operation.affectedStores, for: context.reader.request)
    }
    guard context.coordinator?.clientStores == nil else { return try countedOneByOne() }
    var query = lowered.query
    (query.offset, query.limit) = (0, limit)
    query.filter = excluding(
      overlay.shadowed.map { context.permanent($0.key) }, from: query.filter)
    return try operation.asking { try context.countQuery(query, in: operation.scope) }
  }

  /// A client's store is asked what the client has asked.
  private func countedOneByOne() throws -> Int {
    let shadowed = Set(overlay.shadowed.map { context.permanent($0.key) })
    var query = lowered.query
    (query.offset, query.limit, query.output) = (0, 0, .keys)
    var count = 0
    try operation.asking {
      try context.runQuery(query, in: operation.scope) { batch in
        for key in batch.keys where !shadowed.contains(key) { count += 1 }
        return true
      }
    }
    return count
  }

  private func excluding(_ keys: [ObjectKey], from filter: Filter?) -> Filter? {
    if keys.isEmpty { return filter }
    let others = Filter.not(.isObject(ColumnPath(.key), keys))
    return filter.map { .and([$0, others]) } ?? others
  }

  private func excluding(
    _ ids: [NSManagedObjectID], from predicate: NSPredicate?
  ) -> NSPredicate? {
    if ids.isEmpty { return predicate }
    let others = NSPredicate(format: "NOT (SELF IN %@)", ids)
    return predicate.map {
      NSCompoundPredicate(andPredicateWithSubpredicates: [$0, others])
    } ?? others
  }

  // MARK: - Naming

  /// The results in order, offset and limit applied; nil when only objects can be put in order, the
  /// context is below another, or rows would have to be read one by one from a client's store.
  func entries() throws -> [Entry]? {
    guard context.parentContext == nil else { return nil }
    var order: PendingOrder?
    if overlay.isSorted, overlay.hasMovers {
      guard context.coordinator?.clientStores == nil else { return nil }
      order = PendingOrder(lowered.query, context.requiredCoordinator.schema)
      guard order != nil else { return nil }
    }
    var pending = overlay.unmerged()
    try gather(into: &pending, order: &order)
    let arrived = try overlay.arrivals(beside: pending)
    let all: [Entry]?
    if var order {
      for object in pending.moving + arrived { order.add(object) }
      all = order.merged()
    } else {
      all = pending.steady + arrived.map(Entry.pending)
    }
    return all.map(window)
  }

  /// Asks the stores, and finds out which of their answers have pending changes.
  private func gather(
    into pending: inout PendingOverlay.Unmerged, order: inout PendingOrder?
  ) throws {
    var query = lowered.query
    query.offset = 0
    query.limit =
      lowered.limit > 0 ? lowered.offset + lowered.limit + overlay.shadowed.count : 0
    query.output = order == nil ? .keys : .rows
    var failure: (any Error)?
    try operation.asking {
      try context.runQuery(query, in: operation.scope) { batch in
        do {
          for (index, key) in batch.keys.enumerated()
          where try overlay.keeps(key, context.registered(key), in: &pending) {
            order?.add(key, batch.rows[index])
          }
        } catch { failure = error }
        return failure == nil
      }
    }
    if let failure { throw failure }
  }

  private func window(_ entries: [Entry]) -> [Entry] {
    let rest = entries.dropFirst(lowered.offset)
    return Array(lowered.limit > 0 ? rest.prefix(lowered.limit) : rest)
  }
}
