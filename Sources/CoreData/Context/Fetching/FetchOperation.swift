// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface
import StoreRouting

/// One execution of a fetch request in a context: rows of the stores, with the context's pending
/// changes laid over them.
struct FetchOperation {
  let context: NSManagedObjectContext
  /// The request, with values for statistics over the entity and fetches in its predicate.
  let specification: FetchSpecification
  let entity: NSEntityDescription
  let lowered: LoweredRequest
  let scope: FetchScope
  let coordinator: NSPersistentStoreCoordinator
  /// The stores' earlier answer, if they were asked.
  var gathered: GatheredRows?
  /// True if objects that the context deletes are left out even without its other changes.
  var hidesDeleted = false
  let affectedStores: [NSPersistentStore]?

  /// - Parameter answersFetches: whether fetches in the predicate are executed now; otherwise whoever tests
  ///   objects has them executed each time.
  init(
    context: NSManagedObjectContext, specification: FetchSpecification,
    affectedStores: [NSPersistentStore]?, answersFetches: Bool = true
  ) throws {
    coordinator = try context.coordinatorForRequest()
    self.context = context
    self.affectedStores = affectedStores
    entity = try specification.resolvedEntity(in: coordinator.managedObjectModel)
    var specification = specification
    var lowered = try RequestLowering.lower(specification, entity: entity, in: coordinator)
    if lowered.needsTest, let predicate = specification.predicate,
      let answered = try EntityStatistics(
        in: context, for: specification, affectedStores: affectedStores,
        of: entity.frozenLayoutOrFail
      ).answered(predicate)
    {
      specification.predicate = answered
      lowered = try RequestLowering.lower(specification, entity: entity, in: coordinator)
    }
    if answersFetches, lowered.needsTest, let predicate = specification.predicate,
      let answered = try FetchAnswers(in: context).answered(predicate)
    {
      specification.predicate = answered
      lowered = try RequestLowering.lower(specification, entity: entity, in: coordinator)
    }
    (self.specification, self.lowered) = (specification, lowered)
    scope = FetchScope(stores: try coordinator.ordinals(of: affectedStores))
    if specification.includesPendingChanges { context.processPendingChanges() }
  }

  // MARK: - Objects

  /// Returns the matching objects, in order.
  func objects() throws -> AdoptedObjects {
    if lowered.needsResidual { try context.beginReadingTogether() }
    let overlay = PendingOverlay(self)
    var found: AdoptedObjects
    if overlay.isNeeded, isBatched, let objects = try batched(beside: overlay) {
      return objects
    } else if lowered.needsResidual || overlay.isNeeded {
      found = AdoptedObjects(
        objects: window(try overlay.applied(to: try candidates(overlay))), areOfEntityClass: false)
    } else if isBatched {
      return try batched()
    } else {
      found = try stored(lowered.query)
    }
    if specification.shouldRefreshRefetchedObjects { found.objects.forEach(refreshClean) }
    if !specification.returnsObjectsAsFaults { try realise(found.objects) }
    if specification.relationshipKeyPathsForPrefetching != nil {
      try Prefetching(context).run(
        specification, of: entity.frozenLayoutOrFail, on: found.objects)
    }
    return found
  }

  /// Loads the values of faults; throws what stores throw.
  private func realise(_ objects: [NSManagedObject]) throws {
    let earlier = context.reader.takeFailure()
    defer { context.reader.restore(earlier) }
    objects.forEach { $0.realise() }
    if let failure = context.reader.failure { throw failure }
  }

  /// True if rows come when objects are touched. Whoever wants more than values gets all at once.
  private var isBatched: Bool {
    specification.fetchBatchSize > 0 && specification.includesPropertyValues
      && !specification.shouldRefreshRefetchedObjects && context.parentContext == nil
      && specification.relationshipKeyPathsForPrefetching?.isEmpty ?? true
  }

  private func batched() throws -> AdoptedObjects {
    var query = lowered.query
    query.output = .keys
    var adopted = AdoptedObjects()
    var keys: [ObjectKey] = []
    try asking {
      try context.runQuery(query, in: scope) { batch in
        keys += batch.keys
        context.adopt(batch, stamp: 0, into: &adopted)
        return true
      }
    }
    context.addBatchLoader(keys, size: min(specification.fetchBatchSize, max(1, keys.count)))
    return adopted
  }

  /// The same beside pending changes; nil when all objects are needed to put them in order.
  private func batched(beside overlay: PendingOverlay) throws -> AdoptedObjects? {
    guard let entries = try PendingMerge(self, overlay)?.entries() else { return nil }
    var batch = RowBatch()
    for case .stored(let key) in entries { batch.keys.append(key) }
    var stored = AdoptedObjects()
    context.adopt(batch, stamp: 0, into: &stored)
    context.addBatchLoader(
      batch.keys, size: min(specification.fetchBatchSize, max(1, batch.keys.count)))
    var next = 0
    let objects = entries.map { entry in
      if case .pending(let object) = entry { return object }
      next += 1
      return stored.objects[next - 1]
    }
    return AdoptedObjects(objects: objects, areOfEntityClass: false)
  }

  /// Enough stored objects to take the window from after the overlay.
  private func candidates(_ overlay: PendingOverlay) throws -> [NSManagedObject] {
    var query = lowered.query
    query.offset = 0
    query.limit = 0
    if overlay.isLocal {
      query.filter = nil
    } else if !lowered.needsResidual, lowered.limit > 0 {
      query.limit = lowered.offset + lowered.limit + overlay.shadowedCount
    }
    return try stored(query, ignoringPredicate: overlay.isLocal).objects
  }

  private func window(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    let rest = objects.dropFirst(lowered.offset)
    return Array(lowered.limit > 0 ? rest.prefix(lowered.limit) : rest)
  }

  /// Returns the objects of a query's rows. Deleted ones are among them only if the overlay is
  /// needed.
  private func stored(
    _ query: Query, ignoringPredicate isWhole: Bool = false
  ) throws -> AdoptedObjects {
    if let parent = context.parentContext { return try answer(of: parent, query, isWhole) }
    var query = query
    query.output = .rows
    if let gathered, try isCurrent(gathered, for: query) { return adopted(gathered) }
    if !specification.includesPropertyValues || Refetching(context).isLikely(query) {
      query.output = .keys
    }
    let stamp = context.commitStamp
    var adopted = AdoptedObjects()
    try asking(ignoringPredicate: isWhole) {
      try context.runQuery(query, in: scope) { batch in
        if specification.includesPropertyValues { coordinator.staleRows.drop(batch.keys) }
        context.adopt(batch, stamp: stamp, into: &adopted)
        return true
      }
    }
    if specification.includesPropertyValues {
      if query.output == .keys { try Refetching(context).loadRows(of: adopted.objects) }
      Refetching(context).note(query, count: adopted.objects.count)
    }
    return adopted
  }

  /// Runs a part of the fetch. Client stores are told what the client asked for.
  ///
  /// - Parameter isWhole: whether the request's predicate is left to the context.
  func asking<T>(
    ignoringPredicate isWhole: Bool = false, _ body: () throws -> T
  ) rethrows -> T {
    guard let stores = coordinator.clientStores else { return try body() }
    return try stores.asking(question(ignoringPredicate: isWhole), for: context, body)
  }

  private func question(ignoringPredicate isWhole: Bool) -> FetchSpecification {
    var question = specification
    if isWhole {
      question.predicate = nil
    } else if let predicate = specification.predicate, let test = lowered.test,
      PredicateNode(predicate) != test
    {
      // With constants of the attributes' types, as the library's own stores are asked.
      question.predicate = test.makePredicate()
    }
    return question
  }

  /// Returns true if rows that have been gathered before are what the request would read. If it is
  /// going to read more, that must be of the same moment.
  private func isCurrent(_ gathered: GatheredRows, for query: Query) throws -> Bool {
    guard gathered.answers(query, stamp: context.commitStamp) else { return false }
    let readsMore =
      specification.relationshipKeyPathsForPrefetching != nil
      || specification.shouldRefreshRefetchedObjects || !specification.includesPropertyValues
    guard readsMore, let request = context.reader.request else { return true }
    try request.view(of: context).begin()
    return gathered.stamp == UInt32(truncatingIfNeeded: StoreRouter.commitCount)
  }

  /// Returns the objects of rows that have been gathered before.
  private func adopted(_ gathered: GatheredRows) -> AdoptedObjects {
    var adopted = AdoptedObjects()
    for batch in gathered.batches {
      if specification.includesPropertyValues { coordinator.staleRows.drop(batch.keys) }
      context.adopt(batch, stamp: gathered.stamp, into: &adopted)
    }
    return adopted
  }

  /// Returns the objects that the parent finds. Rows are for those that are wanted with their
  /// values: a fault asks the parent for what it has then.
  private func answer(
    of parent: NSManagedObjectContext, _ query: Query, _ isWhole: Bool
  ) throws -> AdoptedObjects {
    var request = specification
    request.fetchOffset = query.offset
    request.fetchLimit = query.limit
    request.returnsObjectsAsFaults = true
    if isWhole { request.predicate = nil }
    let withRows = !specification.returnsObjectsAsFaults
    let answer = try parent.answerFetch(
      request, affectedStores, withRows: withRows, for: context.reader.request)
    let objects = answer.keys.map(context.materialise)
    if withRows {
      for (object, row) in zip(objects, answer.rows) where !object.flags.contains(.realised) {
        guard let row else { continue }
        object.take(row, at: context.commitStamp)
        object.finishFiring()
      }
    }
    return AdoptedObjects(objects: objects, areOfEntityClass: false)
  }

  private func refreshClean(_ object: NSManagedObject) {
    guard object.flags.contains(.realised), !object.flags.contains(.inserted) else { return }
    context.expireRecord(of: object)
    guard let row = context.storedRow(of: object) else { return }
    object.announceChange()
    object.rebase(on: row)
  }

  // MARK: - Other results

  /// Returns the matching IDs; nothing is registered for those that are not pending.
  func ids() throws -> [NSManagedObjectID] {
    let overlay = PendingOverlay(self)
    guard !lowered.needsResidual, !overlay.isNeeded else {
      if let entries = try PendingMerge(self, overlay)?.entries() { return entries.map(id) }
      return try objects().objects.map(\.currentID)
    }
    if let parent = context.parentContext {
      return try parent.answerIDs(specification, affectedStores, for: context.reader.request)
    }
    var query = lowered.query
    query.output = .keys
    if let gathered, gathered.answers(query, stamp: context.commitStamp) {
      return gathered.batches.flatMap { $0.keys.map(coordinator.objectID(for:)) }
    }
    var ids: [NSManagedObjectID] = []
    try asking {
      try context.runQuery(query, in: scope) { batch in
        ids += batch.keys.map(coordinator.objectID(for:))
        return true
      }
    }
    return ids
  }

  private func id(of entry: PendingMerge.Entry) -> NSManagedObjectID {
    switch entry {
    case .stored(let key): coordinator.objectID(for: key)
    case .pending(let object): object.currentID
    }
  }

  /// How many objects the fetch would give.
  func count() throws -> Int {
    let overlay = PendingOverlay(self)
    guard !lowered.needsResidual, !overlay.isNeeded else {
      if let merge = PendingMerge(self, overlay) { return try merge.count() }
      return try objects().objects.count
    }
    if let parent = context.parentContext {
      return try parent.answerCount(specification, affectedStores, for: context.reader.request)
    }
    return try asking { try context.countQuery(lowered.query, in: scope) }
  }
}

/// The stores' answer to a query that a fetch will ask.
struct GatheredRows {
  let query: Query
  /// The commit count when they were asked.
  let stamp: UInt32
  var batches: [RowBatch] = []

  /// Returns true if the stores would still give this answer to a query.
  func answers(_ other: Query, stamp: UInt32) -> Bool { self.stamp == stamp && query == other }
}
