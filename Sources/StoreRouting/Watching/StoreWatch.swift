// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// Looks after one store: whenever something was committed to it, whoever did, a handler is called,
/// on some thread of its own and under no lock. Several commits may be one call; after the last one
/// there is a call.
///
/// What was read before counts as old from before the call.
// Sendable: what is not constant is used on the queue of `StoreWatching`, but for `isOver` and
// `report`, which lock themselves.
package final class StoreWatch: @unchecked Sendable {
  /// The state of a store, as far as it shows.
  private struct Sight: Equatable {
    var count: UInt64?
    /// Commits of this process to a store that cannot tell.
    var writes = 0
  }

  private enum Report {
    case none, running, repeated
  }

  /// Between two looks at a store that is written all the time, in milliseconds.
  private static let leastPause = 20
  /// A commit shows some time after the last event of its files: until then there is a look again and
  /// again. The pauses, in milliseconds; the last one is repeated.
  private static let pauses = [5, 20, 80, 320, 500]
  /// The looks after an event: ten seconds.
  private static let patience = 24

  let files: [String]
  private let store: MountedStore
  private let handler: @Sendable () -> Void
  private var seen = Sight()
  private var writes = 0
  /// True if no events tell of the store: it is looked at twice a second.
  private(set) var isPolled = false
  /// The number of looks since the last event.
  private var looks = 0
  private var lastLook = DispatchTime(uptimeNanoseconds: 1)
  private var nextLook: DispatchTime?
  private let isOver = Atomic(false)
  private let report = Mutex(Report.none)

  init(_ store: MountedStore, handler: @escaping @Sendable () -> Void) {
    self.store = store
    self.handler = handler
    files = store.backend.writtenFiles
  }

  /// Ends it: no further call begins. Idempotent. Any thread, also within a call.
  package func end() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    StoreWatching.remove(self)
  }

  // MARK: - On the queue

  /// Everything that is there now is no news.
  func begin(isPolled: Bool) {
    self.isPolled = isPolled
    seen = sight()
    if isPolled { schedule(after: StoreWatch.pauses.last ?? 0) }
  }

  func becomePolled() {
    isPolled = true
    noteEvent()
  }

  /// The files may have been written.
  func noteEvent() {
    looks = 0
    let pause = lastLook + .milliseconds(StoreWatch.leastPause)
    schedule(at: max(pause, .now()))
  }

  /// A store of this process was committed to: this one, if it is the same or has a name in common.
  func noteCommit(_ backend: ObjectIdentifier, _ name: String?) {
    let mine = store.backend
    let isMine = ObjectIdentifier(mine) == backend || (name != nil && mine.sharedName == name)
    guard isMine else { return }
    writes += 1
    noteEvent()
  }

  private func schedule(after milliseconds: Int) {
    schedule(at: .now() + .milliseconds(milliseconds))
  }

  private func schedule(at time: DispatchTime) {
    if let nextLook, nextLook <= time { return }
    nextLook = time
    StoreWatching.queue.asyncAfter(deadline: time) { [weak self] in
      guard let self, nextLook == time else { return }
      look()
    }
  }

  private func look() {
    nextLook = nil
    guard !isOver.load(ordering: .acquiring) else { return }
    let sight = sight()
    lastLook = .now()
    looks += 1
    if sight != seen {
      seen = sight
      CommitClock.tick()
      call()
    }
    if looks <= StoreWatch.patience, !files.isEmpty {
      schedule(after: StoreWatch.pauses[min(looks, StoreWatch.pauses.count) - 1])
    } else if isPolled {
      schedule(after: StoreWatch.pauses.last ?? 0)
    }
  }

  /// A store that cannot be looked at just now shows what it has shown before.
  private func sight() -> Sight {
    guard let store = try? store.beginRequest() else { return seen }  // it is gone
    defer { store.activity.end() }
    // One that is busy or damaged is looked at again with the next event.
    guard let count = try? store.backend.changeCount() else {
      return Sight(count: seen.count, writes: writes)
    }
    return Sight(count: count)
  }

  // MARK: - Calling

  private func call() {
    let isFirst = report.withLock { report in
      defer { report = report == .none ? .running : .repeated }
      return report == .none
    }
    if isFirst { DispatchQueue.global().async { self.callUntilDone() } }
  }

  private func callUntilDone() {
    repeat {
      guard !isOver.load(ordering: .acquiring) else { return }
      HeldLocks.requireNone()
      handler()
    } while isCalledAgain()
  }

  private func isCalledAgain() -> Bool {
    report.withLock { report in
      defer { report = report == .repeated ? .running : .none }
      return report == .repeated
    }
  }
}
