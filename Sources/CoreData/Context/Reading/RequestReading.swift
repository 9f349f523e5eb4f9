// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreRouting

/// The reads of one request of a context, over all its steps: finding rows, loading values and
/// related objects, computing. All of it is of one moment (R-REQ-026).
final class RequestReading {
  /// The commit count when the request began: what it reads is stamped with it.
  private(set) var stamp = RequestReading.now
  private var view: RequestView?

  private static var now: UInt32 { UInt32(truncatingIfNeeded: StoreRouter.commitCount) }

  /// True if a read is going on, which calls whoever asks now.
  var isBusy: Bool { view?.isBusy ?? false }

  /// Returns the view through which a context at the root reads.
  func view(of context: NSManagedObjectContext) throws -> RequestView {
    if let view { return view }
    let coordinator = try context.coordinatorForRequest()
    let made = RequestView(coordinator.router, try context.currentGeneration())
    view = made
    return made
  }

  /// Begins a new moment for the reads that follow: the context has saved or merged meanwhile.
  func renew() {
    guard !isBusy else { return }
    end()
    stamp = RequestReading.now
  }

  func end() {
    view?.end()
    view = nil
  }
}

extension NSManagedObjectContext {
  /// Runs a request of the client's: what it reads is of one moment. A request within another, in a
  /// callback, is one of its own.
  final func asOneRequest<T>(_ body: () throws -> T) rethrows -> T {
    let own = RequestReading()
    defer { own.end() }
    return try joining(own, body)
  }

  /// Runs what is a part of the request that is running, if there is one.
  final func withinRequest<T>(_ body: () throws -> T) rethrows -> T {
    reader.request == nil ? try asOneRequest(body) : try body()
  }

  /// Begins the snapshots of all stores for the running request, which may ask any of them later.
  final func beginReadingTogether() throws {
    guard parentContext == nil, let request = reader.request,
      requiredCoordinator.persistentStores.count > 1
    else {
      return
    }
    try request.view(of: self).begin()
  }

  /// Runs what is a part of a request, perhaps of a context below this one.
  final func joining<T>(_ other: RequestReading?, _ body: () throws -> T) rethrows -> T {
    guard let other else { return try body() }
    let outer = reader.run(other)
    defer { _ = reader.run(outer) }
    return try body()
  }
}
