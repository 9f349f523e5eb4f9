// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The stores that a batch request goes to (R-PSC-260, 261, 683).
struct BatchStores {
  private let coordinator: NSPersistentStoreCoordinator
  private let request: NSPersistentStoreRequest
  private let listed: [Int]?

  init(_ request: NSPersistentStoreRequest, in coordinator: NSPersistentStoreCoordinator) throws {
    self.coordinator = coordinator
    self.request = request
    listed = try coordinator.ordinals(of: request.affectedStores)
  }

  /// Returns the writable stores that hold one of some entities, in add order. A read-only one is
  /// passed over, unless the request names it: then 513.
  func holding(_ entities: Range<Int>) throws -> [Int] {
    let stores = candidates.filter { $0.entities.holdsOne(of: entities) }
    if listed != nil, let store = stores.first(where: \.isReadOnly) { throw refusal(store) }
    return try executing(stores.filter { !$0.isReadOnly })
  }

  /// Returns the first writable store for new rows of an entity; 513 when those that hold it are
  /// read-only.
  func first(for entity: EntitySchema) throws -> Int {
    let stores = candidates.filter { $0.entities.supports(entity.index) }
    if let store = stores.first(where: { !$0.isReadOnly }) {
      _ = try executing([store])
      return store.ordinal
    }
    if let store = stores.first { throw refusal(store) }
    throw translated(.noStore(entity: entity.index, entityName: entity.name, refusals: []))
  }

  /// Those of some stores that exist and can be written; a read-only one is treated as above.
  func writable(_ ordinals: [Int]) throws -> [Int] {
    let stores = candidates.filter { ordinals.contains($0.ordinal) }
    if listed != nil, let store = stores.first(where: \.isReadOnly) { throw refusal(store) }
    return try executing(stores.filter { !$0.isReadOnly })
  }

  /// Client stores may refuse before anything is written.
  private func executing(_ stores: [MountedStore]) throws -> [Int] {
    let ordinals = stores.map(\.ordinal)
    try coordinator.clientStores?.requireBatches(request, in: ordinals)
    return ordinals
  }

  private var candidates: [MountedStore] {
    coordinator.router.stores.filter { listed?.contains($0.ordinal) ?? true }
  }

  private func refusal(_ store: MountedStore) -> any Error {
    translated(.readOnly(ordinal: store.ordinal, name: store.name))
  }

  private func translated(_ error: RoutingError) -> any Error {
    ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
  }
}
