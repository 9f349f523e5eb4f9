// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A backend whose store names new objects itself, instead of numbering them.
protocol ObjectNaming: StoreBackend {
  /// The keys of new objects, which still have temporary IDs, in their order; with the store's
  /// ordinal.
  func keys(for objects: [NSManagedObject]) throws(StoreError) -> [ObjectKey]
}

extension ClientStoreHooks {
  /// Permanent keys for new objects whose stores are known: the engines number theirs, client stores
  /// are asked once each for all of theirs (R-PSC-334).
  func keys(for new: [NewObject], of objects: [NSManagedObject]) throws -> [ObjectKey] {
    var keys = [ObjectKey?](repeating: nil, count: new.count)
    let naming = coordinator.router.stores.filter { $0.backend is any ObjectNaming }
    let named = Set(naming.map(\.ordinal))
    let numbered = new.indices.filter { !named.contains(new[$0].store) }
    for store in naming where store.isReadOnly && new.contains(where: { $0.store == store.ordinal })
    {
      throw ErrorTranslation.cocoaError(
        .readOnly(ordinal: store.ordinal, name: store.name), coordinator: coordinator, objects: [])
    }
    for (place, key) in zip(numbered, try coordinator.reserveKeys(numbered.map { new[$0] })) {
      keys[place] = key
    }
    for store in naming {
      let places = new.indices.filter { new[$0].store == store.ordinal }
      guard !places.isEmpty else { continue }
      let named = try names(of: places.map { objects[$0] }, in: store.ordinal)
      for (place, key) in zip(places, named) { keys[place] = key }
    }
    return keys.compactMap { $0 }
  }

  /// Asks a client store, which stays where it is meanwhile.
  private func names(of objects: [NSManagedObject], in ordinal: Int) throws -> [ObjectKey] {
    do {
      return try coordinator.router.using(ordinal) { backend in
        guard let naming = backend as? any ObjectNaming else {
          throw RoutingError.unknownStore(ordinal: ordinal)  // it has just been migrated
        }
        return try naming.keys(for: objects)
      }
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: nil, engine: nil)
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
    }
  }
}
