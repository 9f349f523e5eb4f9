// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// A publisher that tells subscribers that an object is about to change, as Combine's class of this
/// name does on Apple's platforms: see ``NSManagedObject/objectWillChange``.
///
/// Of Combine's operators there is ``sink(receiveValue:)``. May be used on any thread; subscribers
/// are called on the one that sends.
public final class ObservableObjectPublisher {
  /// The type of what is sent: that something is about to change, and no more.
  public typealias Output = Void
  /// The type of errors: there are none.
  public typealias Failure = Never

  // Sendable: the function is called only by those who send; the flag is atomic.
  private final class Subscriber: @unchecked Sendable {
    let receive: (Output) -> Void
    let isActive = Atomic<Bool>(true)

    init(_ receive: @escaping (Output) -> Void) { self.receive = receive }
  }

  /// In the order in which they came.
  private let subscribers = Mutex<[Subscriber]>([])

  /// A publisher without subscribers.
  public init() {}

  /// Calls the subscribers that there are, in the order in which they came. They may subscribe and
  /// cancel meanwhile: those that come are not called, nor are those that have gone.
  public func send() {
    for subscriber in subscribers.withLock({ $0 })
    where subscriber.isActive.load(ordering: .acquiring) {
      subscriber.receive(())
    }
  }

  /// Has a function called each time that something is sent, until the subscription ends: when it
  /// is cancelled, or nobody holds it any more.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let subscriber = Subscriber(receiveValue)
    subscribers.withLock { $0.append(subscriber) }
    return AnyCancellable { [weak self, weak subscriber] in
      if let self, let subscriber { end(subscriber) }
    }
  }

  private func end(_ subscriber: Subscriber) {
    subscriber.isActive.store(false, ordering: .releasing)
    // What the function holds is freed outside of the lock, with the last reference.
    subscribers.withLock { $0.removeAll { $0 === subscriber } }
  }
}

/// A subscription, which ends when ``cancel()`` is called or when nobody holds it any more.
///
/// Named and used as Combine's, which Linux does not have:
///
/// ```swift
/// var subscriptions = Set<AnyCancellable>()
/// person.objectWillChange.sink { _ in redraw() }.store(in: &subscriptions)
/// ```
public final class AnyCancellable: Hashable {
  /// The function that ends the subscription; nil once that was done. Whoever takes it out calls
  /// it.
  private let action: Mutex<Transferable<(() -> Void)?>>

  /// A subscription that a function ends. It is called once at most, by whoever cancels.
  public init(_ cancel: @escaping () -> Void) {
    action = Mutex(Transferable(cancel))
  }

  deinit { cancel() }

  /// Ends the subscription; nothing the second time. Any thread.
  public func cancel() {
    let action = action.withLock { present in
      defer { present.value = nil }
      return present
    }
    action.value?()
  }

  /// Keeps the subscription in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the subscription at the end of a collection.
  public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
    collection.append(self)
  }

  /// Two are equal only if they are the same.
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }

  /// Hashes the identity of the subscription.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
