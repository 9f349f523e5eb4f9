// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A fetch whose store work does not block the context: `execute(_:)` returns at once, the results
/// come later, on the context's queue.
nonisolated open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// What is fetched, as the request is when it is executed.
  open var fetchRequest: NSFetchRequest<ResultType> { fetch }

  /// Called on the context's queue, exactly once for each execution, with results or an error.
  open var completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? { completion }

  /// How many results to expect, for the progress; 0, the default, when that is not known.
  open var estimatedResultCount = 0

  private final let fetch: NSFetchRequest<ResultType>
  private final let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetch = request
    completion = blk
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// A request with a copy of the fetch request.
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
