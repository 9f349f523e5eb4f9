// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import Synchronization

/// The result of a request that is executed in the background; abstract.
// Sendable: what changes is behind the mutex.
nonisolated
  open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable
{
  private struct State {
    var error: (any Error)?
    var isCancelled = false
  }

  /// The context that executes the request.
  public final let managedObjectContext: NSManagedObjectContext

  /// Why there is no result; `nil` until the request is done, and after success. Any thread.
  open var operationError: (any Error)? { state.withLock { $0.error } }

  /// A child of the progress that was current when the request was executed; `nil` without one.
  public final let progress: Progress?

  private final let state = Mutex(State())

  init(_ context: NSManagedObjectContext, progress: Progress?) {
    managedObjectContext = context
    self.progress = progress
    super.init()
  }

  /// Stops the request, unless it is done: it ends with an empty result and no error (R-CTX-544). Any
  /// thread.
  open func cancel() { state.withLock { $0.isCancelled = true } }

  final var isCancelled: Bool {
    state.withLock { $0.isCancelled } || progress?.isCancelled == true
  }

  final func fail(_ error: any Error) { state.withLock { $0.error = error } }
}

/// The result of a request to persistent stores; abstract.
nonisolated open class NSPersistentStoreResult: NSObject {
  /// A result of nothing. For subclasses.
  public override init() { super.init() }
}
