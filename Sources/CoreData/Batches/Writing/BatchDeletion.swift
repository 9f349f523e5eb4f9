// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a batch deletion (R-PSC-710…713).
struct BatchDeletion {
  private let request: NSBatchDeleteRequest
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ request: NSBatchDeleteRequest, in context: NSManagedObjectContext) throws {
    self.request = request
    self.context = context
    coordinator = try context.coordinatorForRequest()
  }

  /// Each store's rows are all removed, or none; those of all together in an atomic request.
  func run() throws -> BatchOutcome {
    let (selection, stores) = try request.objectIDs.map(listed) ?? found()
    var outcome = BatchOutcome(coordinator: coordinator)
    if request.isAtomic, stores.count > 1 {
      let removed = try coordinator.writeBatches(together: stores, for: context) { writer in
        var cascade = BatchCascade(writer)
        return try cascade.remove(try selection.keys(in: writer.transaction))
      }
      for keys in removed { outcome.add(keys) }
      return outcome
    }
    for store in stores {
      if let answering = coordinator.clientStores?.answeringStore(store) {
        if let part = part(of: answering, selection) {
          outcome.add(try BatchAnswer.of(answering, to: part, request.form, for: context))
        }
        continue
      }
      outcome.add(
        try coordinator.writeBatch(to: store, for: context) { writer in
          var cascade = BatchCascade(writer)
          return try cascade.remove(try selection.keys(in: writer.transaction))
        })
    }
    return outcome
  }

  /// Returns the request for a client store: the client's own, unless its rows could only be told
  /// together with those of other stores. Nil when none of them is there.
  private func part(
    of store: NSPersistentStore, _ selection: BatchSelection
  ) -> NSBatchDeleteRequest? {
    guard coordinator.persistentStores.count > 1, isOfSomeRows,
      let keys = selection.keys(in: store.ordinal)
    else { return request }
    guard !keys.isEmpty else { return nil }
    let part = NSBatchDeleteRequest(objectIDs: keys.map(coordinator.objectID(for:)))
    part.resultType = request.resultType
    part.affectedStores = [store]
    return part
  }

  private var isOfSomeRows: Bool {
    let fetch = request.specification
    return request.objectIDs != nil || fetch.fetchLimit > 0 || fetch.fetchOffset > 0
  }

  private func found() throws -> (BatchSelection, [Int]) {
    let specification = request.specification
    let entity = try specification.resolvedEntity(in: coordinator.managedObjectModel)
    let schema = entity.frozenLayoutOrFail.schema
    let entities =
      specification.includesSubentities ? schema.subtree : schema.index..<schema.index + 1
    let stores = try BatchStores(request, in: coordinator).holding(entities)
    let asked =
      isOfSomeRows ? stores : stores.filter { coordinator.clientStores?.answeringStore($0) == nil }
    let selection = try BatchSelection(
      specification, entity: entity, in: coordinator, stores: asked)
    return (selection, stores)
  }

  private func listed(_ ids: [NSManagedObjectID]) throws -> (BatchSelection, [Int]) {
    let keys = ids.compactMap(coordinator.key(of:))
    guard Set(keys.map { coordinator.schema.entities[$0.entity].root }).count <= 1 else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "mismatched objectIDs in batch delete initializer: the objects are of several "
          + "entities. Make a request for each.")
    }
    let stores = try BatchStores(request, in: coordinator).writable(keys.map(\.store))
    return (BatchSelection(Array(Set(keys)).sorted()), stores)
  }
}
