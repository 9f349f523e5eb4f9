// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Blocks on the coordinator's queue, which is serial (R-PSC-035).
extension NSPersistentStoreCoordinator {
  /// Runs a block on the coordinator's queue, waits, and returns its result; re-entrant: from a block
  /// of the queue it runs at once. Any thread.
  ///
  /// - Throws: what the block throws.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync(block)
  }

  /// Runs a block on the coordinator's queue without blocking a thread, behind those that are queued,
  /// and returns its result. Cancelling the task does not stop the block. What the block captures is
  /// for the caller to keep safe: `@preconcurrency` makes an error a warning, as on Apple's platforms.
  ///
  /// ```swift
  /// let uuid = try await coordinator.perform {
  ///   try coordinator.addPersistentStore(type: .sqlite, at: url).identifier
  /// }
  /// ```
  ///
  /// - Throws: what the block throws.
  @preconcurrency
  public final nonisolated(nonsending) func perform<T, E: Error>(
    _ block: @escaping @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    let outcome: Transferable<Result<T, E>> = await withCheckedContinuation { continuation in
      queue.async {
        let result = Result { () throws(E) -> T in try block() }
        continuation.resume(returning: Transferable(result))
      }
    }
    return try outcome.value.get()
  }
}
