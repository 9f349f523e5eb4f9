// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension StoreRouter {
  /// Runs a block that asks a store past queries and change sets; the store is not closed meanwhile.
  /// What was read before counts as old afterwards.
  ///
  /// - Throws: `.unknownStore`, and what the block throws.
  package func calling<T>(_ ordinal: Int, _ body: () throws -> T) throws -> T {
    try using(ordinal) { _ in
      endIdleViews()
      defer {
        CommitClock.tick()
        StoreWatching.noteCommit(stores.filter { $0.ordinal == ordinal })
      }
      return try body()
    }
  }

  /// Runs a block with a store's backend, which is neither closed nor exchanged nor copied meanwhile.
  ///
  /// - Throws: `.unknownStore`, and what the block throws.
  package func using<T>(
    _ ordinal: Int, _ body: (any StoreBackend) throws -> T
  ) throws -> T {
    writeGate.enter(CollectionOfOne(ordinal))
    defer { writeGate.leave(CollectionOfOne(ordinal)) }
    guard let listed = store(ordinal) else { throw RoutingError.unknownStore(ordinal: ordinal) }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    return try body(store.backend)
  }
}
