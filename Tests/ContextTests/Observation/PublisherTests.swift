// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization
import Testing

/// Publishers and subscriptions by themselves.
@Suite struct PublisherTests {
  // R-CTX-229
  @Test func subscribersAreCalledInTheirOrder() {
    let publisher = ObservableObjectPublisher()
    var calls: [Int] = []
    let first = publisher.sink { calls.append(1) }
    let second = publisher.sink { _ in calls.append(2) }
    publisher.send()
    publisher.send()
    #expect(calls == [1, 2, 1, 2])
    first.cancel()
    publisher.send()
    #expect(calls == [1, 2, 1, 2, 2])
    second.cancel()
  }

  // R-CTX-229
  @Test func aSubscriptionThatNobodyHoldsIsOver() {
    let publisher = ObservableObjectPublisher()
    var calls = 0
    var kept = Set<AnyCancellable>()
    var listed: [AnyCancellable] = []
    _ = publisher.sink { calls += 100 }
    publisher.sink { calls += 1 }.store(in: &kept)
    publisher.sink { calls += 10 }.store(in: &listed)
    publisher.send()
    #expect(calls == 11)
    listed = []
    publisher.send()
    #expect(calls == 12)
    kept.first?.cancel()
    publisher.send()
    #expect(calls == 12)
  }

  // R-CTX-229
  @Test func whoIsCancelledWhileItIsSentIsNotCalled() {
    let publisher = ObservableObjectPublisher()
    var second: AnyCancellable?
    var third: AnyCancellable?
    var calls: [Int] = []
    let first = publisher.sink {
      calls.append(1)
      second?.cancel()
      if third == nil { third = publisher.sink { calls.append(3) } }
    }
    second = publisher.sink { calls.append(2) }
    publisher.send()
    #expect(calls == [1])
    publisher.send()
    #expect(calls == [1, 1, 3])
    first.cancel()
  }

  // R-CTX-229
  @Test func cancellingFreesWhatTheSubscriberHolds() {
    let publisher = ObservableObjectPublisher()
    weak var held: NSObject?
    let subscription = {
      let object = NSObject()
      held = object
      return publisher.sink { _ = object }
    }()
    #expect(held != nil)
    subscription.cancel()
    #expect(held == nil)
  }

  // R-CTX-229
  @Test func theFunctionOfASubscriptionRunsOnce() {
    var calls = 0
    var subscription: AnyCancellable? = AnyCancellable { calls += 1 }
    subscription?.cancel()
    subscription?.cancel()
    subscription = nil
    #expect(calls == 1)
  }

  // R-CTX-229
  @Test func subscriptionsEndOnAnyThreadWhileItIsSent() {
    nonisolated(unsafe) let publisher = ObservableObjectPublisher()
    let calls = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<200 {
        if thread < 2 {
          publisher.send()
        } else {
          publisher.sink { calls.wrappingAdd(1, ordering: .relaxed) }.cancel()
        }
      }
    }
    let before = calls.load(ordering: .relaxed)
    publisher.send()
    #expect(calls.load(ordering: .relaxed) == before)
  }
}
