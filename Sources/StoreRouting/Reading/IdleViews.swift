// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Read views kept open between point look-ups, so that a hundred thousand faults do not begin a
/// hundred thousand read transactions. A view is in here or with one thread, never both.
///
/// The first place is an atomic address, 0 when empty: taking a view and putting it back are one
/// exchange each.
package final class IdleViews: Sendable {
  /// Another process may have committed: then a view is this stale at most.
  package static let longestAge: Int64 = 20_000_000
  /// As many as threads are likely to look things up at once.
  static let capacity = 4

  private let first = Atomic<UInt>(0)
  private let others = Mutex<[ReadView]>([])
  /// Rises whenever the list of stores changes: older views are no use.
  private let generation = Atomic<Int>(0)

  deinit { endAll() }

  /// Returns a view that shows all that this process has committed, or a new one. Closes those that
  /// do not.
  func take(orMake make: () -> ReadView) -> ReadView {
    while let view = takeFirst() ?? takeOther() {
      if isCurrent(view), IdleViews.time - view.born < IdleViews.longestAge { return view }
      view.end()
    }
    let (commits, generation) = (CommitClock.now, generation.load(ordering: .acquiring))
    let view = make()
    (view.commits, view.generation, view.born) = (commits, generation, IdleViews.time)
    return view
  }

  private func takeFirst() -> ReadView? {
    UnsafeRawPointer(bitPattern: first.exchange(0, ordering: .acquiringAndReleasing))
      .map { Unmanaged<ReadView>.fromOpaque($0).takeRetainedValue() }
  }

  private func takeOther() -> ReadView? { others.withLock { $0.popLast() } }

  /// A view that comes back after `invalidate` has to end, or unmounting would wait for it: so it
  /// is looked at again once it is in its place, where `invalidate` finds it from then on.
  func putBack(_ view: ReadView) {
    guard isCurrent(view), keep(view) else { return view.end() }
    if generation.load(ordering: .sequentiallyConsistent) != view.generation { endAll() }
  }

  private func keep(_ view: ReadView) -> Bool {
    let retained = Unmanaged.passRetained(view)
    let isKept = first.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()),
      ordering: .sequentiallyConsistent
    ).exchanged
    if isKept { return true }
    retained.release()
    return others.withLock { others in
      guard others.count + 1 < IdleViews.capacity else { return false }
      others.append(view)
      return true
    }
  }

  private func isCurrent(_ view: ReadView) -> Bool {
    view.commits == CommitClock.now && view.generation == generation.load(ordering: .acquiring)
  }

  /// Makes every view useless, those that are lent out too.
  func invalidate() {
    generation.add(1, ordering: .sequentiallyConsistent)
    endAll()
  }

  func endAll() {
    takeFirst()?.end()
    let ended = others.withLock { others in
      defer { others = [] }
      return others
    }
    for view in ended { view.end() }
  }

  /// Nanoseconds of a clock that is cheap to read and exact to some milliseconds.
  package static var time: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
