// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The state of one store at a moment that several stores may share, for as long as it takes to copy
/// it. The store is not closed meanwhile.
// Used by one thread at a time.
package final class HeldStore {
  package enum Content {
    /// The store's file.
    case image(any StoreImage)
    /// The rows of a store that has no file of its own to copy.
    case rows(any StoreSnapshot)
  }

  package let store: MountedStore
  package let content: Content
  private var isOver = false

  fileprivate init(_ listed: MountedStore, isHeld: Bool) throws(RoutingError) {
    store = try listed.beginRequest()
    do {
      if let image = try store.backend.beginImage(isHeld: isHeld) {
        content = .image(image)
      } else {
        content = .rows(try store.backend.beginRead())
      }
    } catch {
      store.activity.end()
      throw store.failure(error)
    }
  }

  deinit { end() }

  /// Lets the store go. Idempotent.
  package func end() {
    guard !isOver else { return }
    isOver = true
    switch content {
    case .image(let image): image.end()
    case .rows(let snapshot): snapshot.end()
    }
    store.activity.end()
  }
}

extension StoreRouter {
  /// Runs a block with the newest state of some stores. Of several it is one moment: no save of this
  /// router lies between them (R-PSC-946). Of one, a store in which readers keep writers waiting may
  /// show a later state, see ``StoreBackend/beginImage(isHeld:)``. A store whose snapshots move on
  /// is not saved meanwhile.
  package func withHeldStores<T>(
    _ ordinals: [Int], _ body: ([HeldStore]) throws -> T
  ) throws -> T {
    let moving = stores.filter { store in
      ordinals.contains(store.ordinal)
        && !store.backend.capabilities.contains(.isolatedSnapshots)
    }
    return try withoutSaves(to: moving.map(\.ordinal)[...]) {
      let held = try hold(ordinals)
      defer { for store in held { store.end() } }
      return try body(held)
    }
  }

  private func withoutSaves<T>(to ordinals: ArraySlice<Int>, _ body: () throws -> T) rethrows -> T {
    guard let first = ordinals.first else { return try body() }
    return try withoutSaves(to: first) { try withoutSaves(to: ordinals.dropFirst(), body) }
  }

  private func hold(_ ordinals: [Int]) throws(RoutingError) -> [HeldStore] {
    try barrier.whileReading { () throws(RoutingError) in
      var held: [HeldStore] = []
      for ordinal in ordinals {
        guard let store = store(ordinal) else { throw .unknownStore(ordinal: ordinal) }
        held.append(try HeldStore(store, isHeld: ordinals.count > 1))
      }
      return held
    }
  }
}
