// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

/// The figures that a router has of one of its stores.
package struct RouterFigures {
  package let monitor: StoreMonitor
  /// Nil unless asked for.
  package let entities: [StoreFigures.Entity]?
  package let sizes: StoreSizes
  package let pinnedGenerations: Int
  /// How many transactions the history has, and the time of the oldest, in seconds since 2001.
  package let history: (count: Int, oldest: Double?)?
  /// Decided saves that wait for mounted followers.
  package let pendingOutbox: Int
}

extension StoreRouter {
  /// Reads the figures of a mounted store, which is not closed meanwhile.
  ///
  /// - Parameter isDeep: true: with what costs as much as reading the store.
  package func figures(of ordinal: Int, isDeep: Bool) throws -> RouterFigures {
    guard let listed = store(ordinal) else { throw RoutingError.unknownStore(ordinal: ordinal) }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    let backend = store.backend
    return RouterFigures(
      monitor: store.monitor, entities: isDeep ? try backend.statistics().entities : nil,
      sizes: try backend.sizes(isThorough: isDeep),
      pinnedGenerations: generations.count { $0.stores.contains(ordinal) },
      history: try history(of: backend), pendingOutbox: try pendingOutbox(of: store))
  }

  private func history(
    of backend: any StoreBackend
  ) throws(StoreError) -> (count: Int, oldest: Double?)? {
    guard backend.capabilities.contains(.history) else { return nil }
    let snapshot = try backend.beginRead()
    defer { snapshot.end() }
    guard let bounds = try snapshot.historyBounds() else { return nil }
    var oldest: Double?
    let first = HistoryRange(
      after: bounds.first - 1, through: bounds.first, includesChanges: false)
    try snapshot.history(first) { entry in
      oldest = entry.transaction.timestamp
      return false
    }
    return (bounds.count, oldest)
  }

  private func pendingOutbox(of home: MountedStore) throws(StoreError) -> Int {
    guard home.mayBeHome else { return 0 }
    let snapshot = try home.backend.beginRead()
    defer { snapshot.end() }
    var pending = 0
    for follower in stores where follower.ordinal != home.ordinal && follower.mayFollow {
      let last = try snapshot.ledger(of: follower.identifier).last
      guard last > 0 else { continue }
      // One that cannot be read has no part in the sum.
      guard let other = try? follower.backend.beginRead() else { continue }
      defer { other.end() }
      let applied = try other.applied(from: home.identifier)
      pending += last > applied ? Int(last - applied) : 0
    }
    return pending
  }
}
