// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Tells those who watch a router's stores what is done in them.
///
/// What happens is noted on the thread that does it, and told on that thread once the work that holds
/// locks, write transactions or engines has ended. What an observer does with the stores itself is
/// not told.
package final class StoreTracer: Sendable {
  private struct Observer: Sendable {
    let id: Int
    let detail: TraceDetail
    let body: @Sendable (TraceEvent) -> Void
  }

  /// One thread that has something to tell, or has begun what must end first.
  private struct Account {
    var depth = 0
    var isTelling = false
    var events: [TraceEvent] = []
  }

  private struct State {
    var observers: [Observer] = []
    var nextID = 0
    var accounts: [UInt: Account] = [:]
    var monitors: [WeakMonitor] = []
  }

  private struct WeakMonitor {
    weak var monitor: StoreMonitor?
  }

  private let wanted = Atomic<UInt32>(0)
  private let state = OrderedMutex(State(), .leaf)

  package init() {}

  /// True if anybody watches: one load.
  @inline(__always)
  package var isActive: Bool { wanted.load(ordering: .relaxed) != 0 }

  // MARK: - Who watches

  /// Calls a block with each event from now on; returns what ends that.
  package func add(
    _ detail: TraceDetail, _ body: @escaping @Sendable (TraceEvent) -> Void
  ) -> Int {
    change { state in
      defer { state.nextID += 1 }
      state.observers.append(
        Observer(id: state.nextID, detail: detail.union(.events), body: body))
      return state.nextID
    }
  }

  /// Ends what `add` began. A call on another thread may still be running when it returns.
  package func remove(_ id: Int) {
    // What its block holds is let go without a lock.
    _ = change { state in
      let gone = state.observers.filter { $0.id == id }
      state.observers.removeAll { $0.id == id }
      return gone
    }
  }

  private func change<T>(_ body: (inout State) -> T) -> T {
    state.withLock { state in
      let result = body(&state)
      let detail = state.observers.reduce(into: TraceDetail()) { $0.formUnion($1.detail) }
      wanted.store(detail.rawValue, ordering: .relaxed)
      state.monitors.removeAll { $0.monitor == nil }
      for entry in state.monitors { entry.monitor?.follow(detail) }
      return result
    }
  }

  /// A monitor is to know from now on whether anybody watches.
  func register(_ monitor: StoreMonitor) {
    change { state in state.monitors.append(WeakMonitor(monitor: monitor)) }
  }

  func forget(_ monitor: StoreMonitor) {
    change { state in state.monitors.removeAll { $0.monitor === monitor } }
    monitor.follow([])
  }

  // MARK: - What happens

  /// Notes an event, to be told when the thread's work has ended.
  package func note(_ event: TraceEvent) {
    guard isActive else { return }
    state.withLock { state in
      guard state.accounts[StoreTracer.thread]?.isTelling != true else { return }
      state.accounts[StoreTracer.thread, default: Account()].events.append(event)
    }
  }

  /// The thread begins what must end before anything is told. To be balanced by `leave`.
  package func enter() {
    state.withLock { $0.accounts[StoreTracer.thread, default: Account()].depth += 1 }
  }

  package func leave() {
    state.withLock { $0.accounts[StoreTracer.thread, default: Account()].depth -= 1 }
    tell()
  }

  /// Runs a block; what happens in it is told when it has returned and nothing is held any more.
  @inline(__always)
  package func whole<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    guard isActive else { return try body() }
    enter()
    defer { leave() }
    return try body()
  }

  /// Tells what the thread has noted, unless it holds something.
  package func tell() {
    while let (events, observers) = take() {
      HeldLocks.requireNone()
      for event in events {
        for observer in observers { observer.body(event.told(to: observer.detail)) }
      }
      state.withLock { state in state.accounts[StoreTracer.thread]?.isTelling = false }
    }
  }

  /// The thread's events, if it may tell them now, and marks it as telling.
  private func take() -> ([TraceEvent], [Observer])? {
    state.withLock { state in
      guard let account = state.accounts[StoreTracer.thread], account.depth == 0,
        !account.isTelling
      else { return nil }
      guard !account.events.isEmpty else {
        state.accounts[StoreTracer.thread] = nil
        return nil
      }
      state.accounts[StoreTracer.thread] = Account(isTelling: true)
      return (account.events, state.observers)
    }
  }

  private static var thread: UInt { UInt(pthread_self()) }
}

extension TraceEvent {
  /// Returns the event with what an observer has asked for.
  fileprivate func told(to detail: TraceDetail) -> TraceEvent {
    if detail.isSuperset(of: [.values, .plans]) { return self }
    var event = self
    if !detail.contains(.values) { event.values = [] }
    if !detail.contains(.plans) { event.steps = [] }
    return event
  }
}
