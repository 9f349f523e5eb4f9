// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Where a context may be used.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// On the thread that created it. Deprecated.
  case confinementConcurrencyType = 0
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
    public let rawValue: NSManagedObjectContextConcurrencyType

    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
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
