// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import Synchronization

/// A fetch whose store work does not block the context: `execute(_:)` returns at once, the results
/// come later, on the context's queue.
nonisolated open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// The request that is executed, as it is then.
  open var fetchRequest: NSFetchRequest<ResultType> { fetch }

  /// Called on the context's queue, exactly once for each execution, with results or an error; with
  /// an empty result when it was cancelled.
  open var completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? { completion }

  /// How many results to expect, for the progress; 0, the default, when that is not known.
  open var estimatedResultCount = 0

  private final let fetch: NSFetchRequest<ResultType>
  private final let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// A request that executes another one in the background and then calls a block.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetch = request
    completion = blk
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// A text that has the fetch request's.
  open override var description: String {
    "\(ObjectText.head(self)) with fetch request \(fetchRequest)"
  }

  /// Returns a request with a copy of the fetch request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let fetch = fetch.copy() as? NSFetchRequest<ResultType> ?? fetch
    let copy = NSAsynchronousFetchRequest(fetchRequest: fetch, completionBlock: completion)
    copy.estimatedResultCount = estimatedResultCount
    copy.affectedStores = affectedStores
    return copy
  }

  override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    try AsynchronousFetch.start(self, in: context)
  }
}

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

  /// The results; `nil` until the request is done, and after a failure; empty after a cancellation. Use
  /// them on the context's queue.
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
