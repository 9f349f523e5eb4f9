// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import Synchronization

/// The notifications of a center as a sequence, which Foundation on Linux lacks.
extension NotificationCenter {
  /// Returns the notifications of a name that are posted from now on.
  ///
  /// ```swift
  /// for await note in NotificationCenter.default.notifications(
  ///   named: NSManagedObjectContext.didSaveObjectIDsNotification, object: context)
  /// {
  ///   print(note.userInfo?[NSInsertedObjectIDsKey] ?? "")
  /// }
  /// ```
  ///
  /// They come in the order in which they were posted, when the loop gets to them: objects in them belong
  /// to their context's queue still, so take IDs. Those that nobody has taken yet are kept. The observation
  /// ends when the loop does, or its task is cancelled.
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: whose notifications; nil, the default, for everybody's. Not kept alive.
  public func notifications(
    named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
  ) -> NotificationCenter.Notifications {
    Notifications(self, name, of: object)
  }

  /// A sequence of notifications: see ``notifications(named:object:)``.
  public final class Notifications: AsyncSequence, Sendable {
    /// A notification of the sequence's name.
    public typealias Element = Notification
    /// A sequence of notifications does not fail.
    public typealias Failure = Never

    private typealias Stream = AsyncStream<Transferable<Notification>>

    private let center: NotificationCenter
    private let name: Notification.Name
    private let source: WeakSource
    /// The first iterator's: it begins with the sequence.
    private let first: Mutex<Stream?>

    fileprivate init(
      _ center: NotificationCenter, _ name: Notification.Name,
      of object: (any AnyObject & Sendable)?
    ) {
      self.center = center
      self.name = name
      source = WeakSource(object)
      first = Mutex(Notifications.stream(center, name, of: source))
    }

    /// Returns an iterator: the first one from the sequence's beginning, others from now on.
    public func makeAsyncIterator() -> Iterator {
      let begun = first.withLock { stream in
        defer { stream = nil }
        return stream
      }
      return Iterator((begun ?? Notifications.stream(center, name, of: source)).makeAsyncIterator())
    }

    private static func stream(
      _ center: NotificationCenter, _ name: Notification.Name, of source: WeakSource
    ) -> Stream {
      Stream { continuation in
        guard !source.isGone else { return continuation.finish() }
        // Transferable: the center's own token, for its own method.
        let token = Transferable(
          center.addObserver(forName: name, object: source.object, queue: nil) {
            continuation.yield(Transferable($0))
          })
        continuation.onTermination = { _ in center.removeObserver(token.value) }
      }
    }

    /// An iterator over notifications.
    public struct Iterator: AsyncIteratorProtocol {
      private var base: AsyncStream<Transferable<Notification>>.Iterator

      fileprivate init(_ base: AsyncStream<Transferable<Notification>>.Iterator) {
        self.base = base
      }

      /// Waits for the next notification; nil once the task is cancelled.
      public mutating func next() async -> Notification? { await base.next()?.value }

      /// Waits for the next notification; nil once the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await base.next(isolation: actor)?.value
      }
    }
  }

  /// Whose notifications are wanted.
  // Sendable: set once; a weak reference is read atomically.
  private final class WeakSource: @unchecked Sendable {
    private(set) weak var object: (any AnyObject & Sendable)?
    private let isOfOne: Bool

    init(_ object: (any AnyObject & Sendable)?) {
      self.object = object
      isOfOne = object != nil
    }

    var isGone: Bool { isOfOne && object == nil }
  }
}
