// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The results of an asynchronous fetch.
// Sendable: what changes is behind the mutex, and handed out as the client fetched it.
nonisolated open class NSAsynchronousFetchResult<ResultType>:
  NSPersistentStoreAsynchronousResult, @unchecked Sendable
{
  private struct State: @unchecked Sendable {
    // Sendable: lives within the mutex; the results are used on the context's queue.
    var results: [ResultType]?
  }

  /// The request that was executed.
  public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>

  /// The results; `nil` until the request is done, and after a failure. Use them on the context's
  /// queue.
  open var finalResult: [ResultType]? { state.withLock { $0.results } }

  private final let state = Mutex(State())

  init(
    _ request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext,
    progress: Progress?
  ) {
    fetchRequest = request
    super.init(context, progress: progress)
  }

  final func succeed(_ results: [ResultType]) { state.withLock { $0.results = results } }
}
