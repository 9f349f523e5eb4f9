// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface
import Synchronization

/// The stores as they were at one moment, for as long as somebody holds it: a snapshot of each
/// store that supports query generations. Others are read as they are.
///
/// Stores that are added later are not in it; of one that is removed nothing can be read any more.
/// It holds engine resources: SQLite's log cannot be emptied beyond it.
// Sendable: the view is used with the lock held.
package final class Generation: @unchecked Sendable {
  private let lock = NSLock()
  /// The thread that has the lock, as the system names it; 0 for none.
  private let reader = Atomic<UInt>(0)
  let view: ReadView
  /// The ordinals of the stores that have been pinned.
  package let stores: Set<Int>
  /// How many commits the pinned stores had seen, by ordinal; nil where that is not known. Set before
  /// anybody else has it.
  private var commits: [Int: UInt64]?

  init(_ view: ReadView, stores: Set<Int>) {
    self.view = view
    self.stores = stores
  }

  /// Lends the view, to one thread at a time. The body must not read through it again, nor run
  /// code of the client.
  package func read<T, E: Error>(_ body: (ReadView) throws(E) -> T) throws(E) -> T {
    enter()
    defer {
      view.end { !stores.contains($0) }
      exit()
    }
    return try body(view)
  }

  /// The same for a request, which has snapshots of its own of the stores that are not pinned.
  func read<T, E: Error>(
    keeping open: inout [OpenSnapshot], except passing: Set<Int>,
    _ body: (ReadView) throws(E) -> T
  ) throws(E) -> T {
    enter()
    view.lay(open)
    defer {
      open = view.lift { !stores.contains($0) && !passing.contains($0) }
      view.end { !stores.contains($0) }
      exit()
    }
    return try body(view)
  }

  /// True within a read of the calling thread: a client's store that is asked in it may read its
  /// objects, which are not pinned.
  package var isReadHere: Bool { reader.load(ordering: .relaxed) == UInt(pthread_self()) }

  private func enter() {
    lock.lock()
    reader.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private func exit() {
    reader.store(0, ordering: .relaxed)
    lock.unlock()
  }

  /// Returns true if the stores are a router's.
  package func isOf(_ router: StoreRouter) -> Bool { view.barrier === router.barrier }

  /// Returns true if both are of one state of the same stores: no commit, of whatever process, lies
  /// between them. False where that is not known.
  package func isOfSameState(as other: Generation) -> Bool {
    guard let commits, let others = other.commits else { return self === other }
    return view.barrier === other.view.barrier && commits == others
  }

  /// Equal for generations of one state.
  package var stateHash: Int { commits?.hashValue ?? ObjectIdentifier(self).hashValue }

  /// Takes the snapshots of the stores to be pinned.
  fileprivate func pin(_ pinned: [MountedStore]) throws(RoutingError) {
    let before = Generation.commits(of: pinned)
    try read { view throws(RoutingError) in try view.pin(stores) }
    // A commit in between may be in the snapshots or not.
    if before == Generation.commits(of: pinned) { commits = before }
  }

  private static func commits(of stores: [MountedStore]) -> [Int: UInt64]? {
    var counts: [Int: UInt64] = [:]
    for store in stores {
      // Who cannot be asked has no state that could be compared.
      guard let count = try? store.backend.changeCount() else { return nil }
      counts[store.ordinal] = count
    }
    return counts
  }

  /// A store is leaving, which waits for its readers.
  func release(_ ordinal: Int) {
    lock.lock()
    defer { lock.unlock() }
    view.end { $0 == ordinal }
  }
}

extension StoreRouter {
  /// Returns the newest generation of the stores as a whole: no save of this router lies between
  /// its parts (R-PSC-795). Nil when no store can be in it.
  /// - Parameter ability: that of the stores which are pinned. What is to last need be able to.
  package func makeGeneration(
    of ability: StoreCapabilities = .queryGenerations
  ) throws(RoutingError) -> Generation? {
    let view = makeReadView()
    let pinned = view.stores.filter { $0.backend.capabilities.contains(ability) }
    guard !pinned.isEmpty else { return nil }
    let ordinals = Set(pinned.map(\.ordinal))
    let generation = Generation(view, stores: ordinals)
    // A store that leaves from now on ends its part.
    generations.add(generation)
    try generation.pin(pinned)
    return generation
  }
}
