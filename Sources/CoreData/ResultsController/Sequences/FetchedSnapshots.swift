// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The results of a request in a context, now and after each change: for `for try await`. Our
/// addition; see ``NSManagedObjectContext/identifiers(of:)`` and its neighbours.
///
/// The first element comes at once. Then the request is executed again, on the context's queue, when
/// objects of the context have changed, were merged or saved, and the loop asks for more; what it finds is
/// an element if it differs from the one before. So a slow loop gets the latest state, never a backlog.
/// The loop ends when its task is cancelled, and with the error of a fetch that fails. It keeps the context
/// alive.
public struct FetchedSnapshots<Element: Sendable>: AsyncSequence, Sendable {
  /// A fetch may fail.
  public typealias Failure = any Error

  private let context: NSManagedObjectContext
  private let fetch: @Sendable () throws -> Element
  private let isSame: @Sendable (Element, Element) -> Bool

  /// - Parameter fetch: called on the context's queue.
  init(
    _ context: NSManagedObjectContext, isSame: @escaping @Sendable (Element, Element) -> Bool,
    fetch: @escaping @Sendable () throws -> Element
  ) {
    self.context = context
    self.isSame = isSame
    self.fetch = fetch
  }

  /// Returns an iterator that begins with the present state.
  public func makeAsyncIterator() -> Iterator {
    Iterator(context, ContextSignals(context), isSame: isSame, fetch: fetch)
  }

  /// An iterator over states.
  public struct Iterator: AsyncIteratorProtocol {
    private let context: NSManagedObjectContext
    private let signals: ContextSignals
    private let fetch: @Sendable () throws -> Element
    private let isSame: @Sendable (Element, Element) -> Bool
    private var last: Element?

    fileprivate init(
      _ context: NSManagedObjectContext, _ signals: ContextSignals,
      isSame: @escaping @Sendable (Element, Element) -> Bool,
      fetch: @escaping @Sendable () throws -> Element
    ) {
      self.context = context
      self.signals = signals
      self.isSame = isSame
      self.fetch = fetch
    }

    /// Waits for another state than the last one; nil once the task is cancelled.
    public mutating func next() async throws -> Element? {
      while !Task.isCancelled {
        if let last {
          guard await signals.next() else { return nil }
          let found = try await context.perform(fetch)
          if isSame(last, found) { continue }
          self.last = found
          return found
        }
        let found = try await context.perform(fetch)
        last = found
        return found
      }
      return nil
    }
  }
}

/// Tells that something of a context has changed; any number of changes that nobody has heard of are one.
// Sendable: the iterator is used by one loop, the tokens by the deinitialiser only.
private final class ContextSignals: @unchecked Sendable {
  private var iterator: AsyncStream<Void>.Iterator
  private let continuation: AsyncStream<Void>.Continuation
  private var tokens: [any NSObjectProtocol] = []

  init(_ context: NSManagedObjectContext) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    iterator = stream.makeAsyncIterator()
    self.continuation = continuation
    let names: [Notification.Name] = [
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSave,
      .NSManagedObjectContextDidMergeChangesObjectIDs,
    ]
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
        continuation.yield(())
      }
    }
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    continuation.finish()
  }

  /// Waits for a change; false once the task is cancelled.
  func next() async -> Bool {
    var present = iterator
    let isSignal = await present.next(isolation: nil) != nil
    iterator = present
    return isSignal
  }
}
