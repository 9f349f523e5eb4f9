// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// Read views kept open between point look-ups, so that a hundred thousand faults do not begin a
/// hundred thousand read transactions. A view is in here or with one thread, never both.
///
/// A place is an atomic address, 0 when empty: taking a view and putting it back are one exchange
/// each. Every processor looks in a place of its own first, so that threads neither share a cache line
/// nor hand views, with all that those reference, from one to the other.
///
/// A view that nobody asks for again is ended soon: an open read keeps an engine's log from being
/// emptied, and its map from growing. Reads that keep others from writing are not kept at all.
package final class IdleViews: Sendable {
  /// Another process may have committed: then a view is this stale at most.
  package static let longestAge: Int64 = 20_000_000

  private let places = ProcessorWords()
  /// Rises whenever the list of stores changes: older views are no use.
  private let generation = Atomic<Int>(0)
  /// True while a look at the views is due.
  private let isAwaited = Atomic<Bool>(false)
  /// True while views that nobody asked for are being ended: they are in no place any more.
  private let isEnding = Atomic<Bool>(false)

  deinit { endAll() }

  /// Returns a view that shows all that this process has committed, or a new one. Closes those that
  /// do not.
  func take(orMake make: () -> ReadView) -> ReadView {
    while let view = takeAny() {
      if isCurrent(view), IdleViews.time - view.born < IdleViews.longestAge { return view }
      view.end()
    }
    let (commits, generation) = (CommitClock.now, generation.load(ordering: .acquiring))
    let view = make()
    (view.commits, view.generation, view.born) = (commits, generation, IdleViews.time)
    return view
  }

  /// The view of the nearest place that has one.
  @inline(__always)
  private func takeAny() -> ReadView? {
    let nearest = ProcessorWords.nearest
    return take(from: nearest) ?? takeFromOthers(than: nearest)
  }

  private func takeFromOthers(than nearest: Int) -> ReadView? {
    for group in 0..<ProcessorWords.groupCount where group != nearest {
      // Looked at before: an exchange would take the line from its processor.
      guard places.word(0, of: group).pointee.load(ordering: .relaxed) != 0 else { continue }
      if let view = take(from: group) { return view }
    }
    return nil
  }

  @inline(__always)
  private func take(from group: Int) -> ReadView? {
    let address = places.word(0, of: group).pointee.exchange(0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: address)
      .map { Unmanaged<ReadView>.fromOpaque($0).takeRetainedValue() }
  }

  /// A view that comes back after `invalidate` has to end, or unmounting would wait for it: so it
  /// is looked at again once it is in its place, where `invalidate` finds it from then on.
  func putBack(_ view: ReadView) {
    if view.hasPassing { view.endPassing() }
    guard isCurrent(view), keep(view, near: ProcessorWords.nearest) else { return view.end() }
    if generation.load(ordering: .sequentiallyConsistent) != view.generation { endAll() }
    // Behind the view's being in its place: who ends them takes the mark away before he looks.
    if !isAwaited.load(ordering: .sequentiallyConsistent) { awaitAge() }
  }

  @inline(__always)
  private func keep(_ view: ReadView, near nearest: Int) -> Bool {
    let retained = Unmanaged.passRetained(view)
    let address = UInt(bitPattern: retained.toOpaque())
    if put(address, into: nearest) { return true }
    for group in 0..<ProcessorWords.groupCount where group != nearest {
      if put(address, into: group) { return true }
    }
    retained.release()
    return false
  }

  @inline(__always)
  private func put(_ address: UInt, into group: Int) -> Bool {
    places.word(0, of: group).pointee
      .compareExchange(expected: 0, desired: address, ordering: .sequentiallyConsistent).exchanged
  }

  private func isCurrent(_ view: ReadView) -> Bool {
    view.commits == CommitClock.now && view.generation == generation.load(ordering: .acquiring)
  }

  /// Makes every view useless, those that are lent out too.
  func invalidate() {
    generation.add(1, ordering: .sequentiallyConsistent)
    endAll()
  }

  /// Ends all views that are in their places, and waits a moment for those that are being ended.
  func endAll() {
    for group in 0..<ProcessorWords.groupCount { take(from: group)?.end() }
    var patience = 10_000
    while isEnding.load(ordering: .sequentiallyConsistent), patience > 0 {
      sched_yield()
      patience -= 1
    }
  }

  // MARK: - Views that nobody asks for

  /// Has the views ended that are in their places then. One look is due at a time.
  @inline(never)
  private func awaitAge() {
    // The child of a fork has no thread that could look.
    guard ForkWatch.count == 0,
      !isAwaited.exchange(true, ordering: .sequentiallyConsistent)
    else { return }
    IdleWatch.add(self)
  }

  /// Ends the views, old or not: whoever goes on looking up makes a new one.
  func endUnused() {
    isAwaited.store(false, ordering: .sequentiallyConsistent)
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for group in 0..<ProcessorWords.groupCount { take(from: group)?.end() }
    isEnding.store(false, ordering: .sequentiallyConsistent)
  }

  /// Nanoseconds of a clock that is cheap to read and exact to some milliseconds.
  package static var time: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
