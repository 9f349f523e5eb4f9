// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension NSManagedObjectContext {
  /// Runs a block on the context's queue, waits, and returns its result; re-entrant. Any thread;
  /// not for confined contexts.
  ///
  /// ```swift
  /// let count = try context.performAndWait {
  ///   try context.count(for: Department.fetchRequest())
  /// }
  /// ```
  ///
  /// - Throws: what the block throws.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    requireQueue("performAndWait")
    return try queue.sync(block)
  }

  /// Runs a block on the context's queue without blocking a thread, and returns its result.
  /// Cancelling the task does not stop the block. `.immediate` runs it at once if the caller is in
  /// the context already, as code of the main actor is in a main-queue context. What the block
  /// captures is for the caller to keep safe: `@preconcurrency` makes an error a warning, as on
  /// Apple's platforms.
  ///
  /// ```swift
  /// let names = try await context.perform {
  ///   try context.fetch(Department.fetchRequest()).map(\.name)
  /// }
  /// ```
  ///
  /// - Throws: what the block throws.
  @preconcurrency
  public final nonisolated(nonsending) func perform<T, E: Error>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    requireQueue("perform")
    if schedule == .immediate, queue.isCurrent { return try block() }
    let outcome: Transfer<Result<T, E>> = await withCheckedContinuation { continuation in
      queue.async {
        let result = Result { () throws(E) -> T in try block() }
        self.finishBlock()
        continuation.resume(returning: Transfer(value: result))
      }
    }
    return try outcome.value.get()
  }

  /// The end of a queued block: changes are announced, and what was merged need not be kept.
  final func finishBlock() {
    processPendingChanges()
    merging.letGo()
  }

  final func requireQueue(_ operation: String) {
    guard queue.kind != .confinement else {
      raise(
        .invalidArgument,
        "\(operation) needs a context with a queue; make it with .privateQueue or .mainQueue.")
    }
  }

  /// Changes of a main-queue context outside blocks are processed in the next turn (R-CTX-354). Those of a
  /// thread that must not use it are left to the next save or fetch, as by Apple's framework, whose
  /// observer is of the thread's run loop: the main queue would process them while the thread goes on.
  ///
  /// Returns false if that has to be asked again, by a thread that may use the context.
  final func scheduleProcessing() -> Bool {
    guard queue.kind == .main else { return true }
    guard queue.isCurrent else { return false }
    let map = identityMap
    queue.async { map.livingContext?.processPendingChanges() }
    return true
  }
}

/// Carries a block's result to the task that waits for it and is gone by then.
// Sendable: written before, and read after, one continuation is resumed.
private struct Transfer<Value>: @unchecked Sendable {
  let value: Value
}

/// Where a context may be used.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// On the thread that created it. Deprecated.
  case confinementConcurrencyType = 0
  /// On a queue of its own, which nothing else uses.
  case privateQueueConcurrencyType = 1
  /// On the main queue, which somebody must drain: `RunLoop.main`, `dispatchMain()` or the main
  /// actor. A program that never yields gets no blocks run, and changes outside of blocks are not
  /// processed by themselves: call `processPendingChanges()`.
  case mainQueueConcurrencyType = 2

  var queueKind: ContextQueue.Kind {
    switch self {
    case .confinementConcurrencyType: .confinement
    case .privateQueueConcurrencyType: .privateQueue
    case .mainQueueConcurrencyType: .main
    }
  }
}

extension NSManagedObjectContext {
  /// The newer spelling of the concurrency types.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    /// The older spelling of the type.
    public let rawValue: NSManagedObjectContextConcurrencyType

    /// The type of an older spelling.
    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

    /// A context used on a queue of its own.
    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
    /// A context used on the main queue.
    public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
  }

  /// When an asynchronous ``perform(schedule:_:)`` runs its block.
  public enum ScheduledTaskType: Hashable, Sendable {
    /// At once when the caller is in the context already, else queued.
    case immediate
    /// Behind everything that is queued.
    case enqueued
  }
}
