// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a batch deletion (R-PSC-710…713).
struct BatchDeletion {
  private let request: NSBatchDeleteRequest
  private let coordinator: NSPersistentStoreCoordinator

  init(_ request: NSBatchDeleteRequest, in context: NSManagedObjectContext) {
    self.request = request
    coordinator = context.requiredCoordinator
  }

  /// Each store's rows are all removed, or none.
  func run() throws -> BatchOutcome {
    let (selection, stores) = try request.objectIDs.map(listed) ?? found()
    var outcome = BatchOutcome(coordinator: coordinator)
    for store in stores {
      outcome.add(
        try coordinator.writeBatch(to: store) { writer in
          var cascade = BatchCascade(writer)
          return try cascade.remove(try selection.keys(in: writer.transaction))
        })
    }
    return outcome
  }

  private func found() throws -> (BatchSelection, [Int]) {
    let specification = request.specification
    let entity = try specification.resolvedEntity(in: coordinator.managedObjectModel)
    let schema = entity.frozenLayoutOrFail.schema
    let entities =
      specification.includesSubentities ? schema.subtree : schema.index..<schema.index + 1
    let stores = try BatchStores(request, in: coordinator).holding(entities)
    let selection = try BatchSelection(
      specification, entity: entity, stores: stores, in: coordinator)
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
