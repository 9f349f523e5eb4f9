// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation
import StoreInterface
import StoreRouting

/// An asynchronous fetch (R-CTX-542…545): the stores are asked on a thread of the system's, what
/// they answer becomes objects on the context's queue.
enum AsynchronousFetch {
  static func start<T>(
    _ request: NSAsynchronousFetchRequest<T>, in context: NSManagedObjectContext
  ) throws -> NSAsynchronousFetchResult<T> {
    guard context.queue.kind != .confinement else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "An asynchronous fetch needs a context with a queue; make it with .privateQueue or "
          + ".mainQueue.")
    }
    let fetch = request.fetchRequest.copy() as? NSFetchRequest<T> ?? request.fetchRequest
    fetch.affectedStores = fetch.affectedStores ?? request.affectedStores
    var early = fetch.specification
    early.includesPendingChanges = false
    let operation = try FetchOperation(
      context: context, specification: early, affectedStores: fetch.affectedStores,
      answersFetches: false)
    request.fetchRequest.specification.entity = operation.entity
    let progress = progress(request)
    let result = NSAsynchronousFetchResult(request, in: context, progress: progress)
    progress?.cancellationHandler = { [weak result] in result?.cancel() }
    let run = Transferable(
      Run(
        fetch: fetch, operation: operation, result: result,
        generation: try context.currentGeneration()))
    DispatchQueue.global().async {
      let answer = run.value.askStores()
      context.queue.async { run.value.finish(answer) }
    }
    return result
  }

  /// Returns a child of the current progress.
  private static func progress<T>(_ request: NSAsynchronousFetchRequest<T>) -> Progress? {
    guard let current = Progress.current() else { return nil }
    let progress = Progress(parent: current, userInfo: nil)
    progress.totalUnitCount = Int64(max(request.estimatedResultCount, 1))
    progress.isCancellable = true
    return progress
  }
}

/// One execution.
private struct Run<T> {
  private let fetch: NSFetchRequest<T>
  /// For the stores: without pending changes.
  private let operation: FetchOperation
  private let result: NSAsynchronousFetchResult<T>
  private let generation: Generation?

  init(
    fetch: NSFetchRequest<T>, operation: FetchOperation,
    result: NSAsynchronousFetchResult<T>, generation: Generation?
  ) {
    self.fetch = fetch
    self.generation = generation
    self.operation = operation
    self.result = result
  }

  private var specification: FetchSpecification { fetch.specification }

  /// Off the context's queue: the rows, as far as they can be told without the context.
  func askStores() -> Result<GatheredRows?, any Error> {
    guard !result.isCancelled, operation.context.parentContext == nil,
      [.managedObjectResultType, .managedObjectIDResultType].contains(specification.resultType),
      !operation.lowered.needsResidual, specification.fetchBatchSize == 0
    else { return .success(nil) }
    return Result { try gather() }
  }

  private func gather() throws -> GatheredRows {
    var query = operation.lowered.query
    let wantsRows =
      specification.resultType == .managedObjectResultType && specification.includesPropertyValues
    query.output = wantsRows ? .rows : .keys
    var rows = GatheredRows(
      query: query, stamp: UInt32(truncatingIfNeeded: StoreRouter.commitCount))
    let sink = { (batch: RowBatch) in
      rows.batches.append(batch)
      advance(by: batch.keys.count)
      return !result.isCancelled
    }
    if let generation {
      try operation.coordinator.translating { () throws(RoutingError) in
        try generation.read { view throws(RoutingError) in
          try view.run(query, in: operation.scope, into: sink)
        }
      }
    } else if let stores = operation.coordinator.clientStores {
      try stores.asking(operation.specification, for: nil) {
        try operation.coordinator.run(query, in: operation.scope, into: sink)
      }
    } else {
      try operation.coordinator.run(query, in: operation.scope, into: sink)
    }
    return rows
  }

  /// A progress that is complete leaves its parent, whose cancellation no longer reaches it: the
  /// last unit is for `finish`.
  private func advance(by count: Int) {
    guard let progress = result.progress else { return }
    progress.completedUnitCount = min(
      progress.completedUnitCount + Int64(count), progress.totalUnitCount - 1)
  }

  /// On the context's queue: objects, pending changes, and the client's block.
  func finish(_ answer: Result<GatheredRows?, any Error>) {
    do {
      // Who cancels knows: it is an empty result and no error (R-CTX-544).
      result.succeed(
        result.isCancelled
          ? [] : try operation.context.typedResults(of: fetch, gathered: try answer.get()))
    } catch {
      result.fail(error)
    }
    if let progress = result.progress, result.operationError == nil, !result.isCancelled {
      progress.completedUnitCount = progress.totalUnitCount
    }
    result.fetchRequest.completionBlock?(result)
    operation.context.processPendingChanges()
  }
}
