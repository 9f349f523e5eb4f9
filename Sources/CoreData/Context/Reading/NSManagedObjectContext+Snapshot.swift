// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// Reading several stores as of one moment. Our addition.
extension NSManagedObjectContext {
  /// Runs a block in which the context reads all stores as they were after one save: no save of
  /// this coordinator is seen in one store and not in the other (R-PSC-960).
  ///
  /// All stores are pinned at once when the block begins: SQLite stores with a write-ahead log, LMDB
  /// and in-memory stores, and atomic ones such as binary and XML stores, whose rows are in memory.
  /// SQLite stores without a log and incremental stores are read as they are. Fetches and the faults
  /// that fire in the block see that state, under the context's own changes; what an object has read
  /// before stays. Other contexts go on reading and saving. Contexts below this one read through it,
  /// and see the same.
  ///
  /// Afterwards, also when the block throws, the context reads what it read before: the newest
  /// state, or that of ``queryGenerationToken``, which the block does not change; one that is set
  /// within counts from the end. A save, a merge and a reset in the block move to the newest state,
  /// again of all stores together. A snapshot within another is the same one.
  ///
  /// Use it inside the context's queue, as fetches. It costs a read transaction for each store, as
  /// long as the block runs: SQLite's log grows meanwhile, and an LMDB store's map cannot, so that a
  /// save which needs that waits, one of the block itself in vain.
  ///
  /// ```swift
  /// let total = try context.withSnapshot {
  ///   try context.fetch(accounts).map(\.balance).reduce(0, +)
  ///     + context.fetch(vaults).map(\.balance).reduce(0, +)
  /// }
  /// ```
  ///
  /// - Throws: what the block throws; 134060 for a context below another, which has no stores of
  ///   its own: use that of its root; what a store throws that cannot be read.
  public final func withSnapshot<T>(_ block: () throws -> T) throws -> T {
    ConcurrencyCheck.require(self, "withSnapshot(_:)")
    guard parentContext == nil else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "A context below another one reads through its parent: take the snapshot with the "
          + "context at the root.")
    }
    guard !reader.isInSnapshot else { return try block() }
    let request = reader.run(nil)
    defer { _ = reader.run(request) }
    reader.beginSnapshot()
    defer { reader.endSnapshot() }
    _ = try currentGeneration()
    return try block()
  }

  /// Runs a block on the context's queue that reads all stores as of one save, without blocking a
  /// thread, and returns its result; otherwise as the form that is used inside the queue.
  ///
  /// ```swift
  /// let total = try await context.withSnapshot {
  ///   try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Account"))
  /// }
  /// ```
  ///
  /// - Throws: what the form inside the queue throws.
  @preconcurrency
  public final nonisolated(nonsending) func withSnapshot<T>(
    _ block: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await perform { try self.withSnapshot(block) }
  }
}
