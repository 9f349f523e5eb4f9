// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// What tells subscribers that an object is about to change, as Combine's class of this name does
/// on Apple's platforms: see ``NSManagedObject/objectWillChange``.
///
/// Of Combine's operators there is ``sink(receiveValue:)``. May be used on any thread; subscribers
/// are called on the one that sends.
public final class ObservableObjectPublisher {
  public typealias Output = Void
  public typealias Failure = Never

  // Sendable: the function is called only by those who send; the flag is atomic.
  private final class Subscriber: @unchecked Sendable {
    let receive: (Output) -> Void
    let isActive = Atomic<Bool>(true)

    init(_ receive: @escaping (Output) -> Void) { self.receive = receive }
  }

  /// In the order in which they came.
  private let subscribers = Mutex<[Subscriber]>([])

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
