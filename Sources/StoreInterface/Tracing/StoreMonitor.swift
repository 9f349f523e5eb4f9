// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The running figures of one store, and its way to those who watch.
///
/// A store's figures begin when it is opened. They cost two readings of the clock and three additions
/// a request; nothing a row.
package final class StoreMonitor: Sendable {
  private struct Link {
    var tracer: StoreTracer?
    var ordinal: Int?
  }

  /// How long queries and counts have taken, with what was made of their rows.
  package let fetches = LatencyHistogram()
  /// How long saves and batch requests have taken, from the beginning of the transaction.
  package let saves = LatencyHistogram()
  /// How long writes have waited for others.
  package let waits = LatencyHistogram()
  private let conflictCount = Atomic<Int>(0)
  private let backupTime = Atomic<UInt64>(0)
  private let wanted = Atomic<UInt32>(0)
  private let link = OrderedMutex(Link(), .leaf)

  /// A write that began within this time has not waited.
  static let patience: Int64 = 1_000_000

  package init() {}

  package var conflicts: Int { conflictCount.load(ordering: .relaxed) }

  // MARK: - Watching

  /// True if anybody watches the store: one load.
  @inline(__always)
  package var isTraced: Bool { wanted.load(ordering: .relaxed) != 0 }

  /// The details that somebody wants: one load.
  package var detail: TraceDetail { TraceDetail(rawValue: wanted.load(ordering: .relaxed)) }

  func follow(_ detail: TraceDetail) { wanted.store(detail.rawValue, ordering: .relaxed) }

  /// Tells a tracer from now on, and no other any more. No ordinal: the store is being opened.
  package func join(_ tracer: StoreTracer, ordinal: Int? = nil) {
    let former = link.withLock { link in
      defer { link = Link(tracer: tracer, ordinal: ordinal) }
      return link.tracer
    }
    guard former !== tracer else { return }
    former?.forget(self)
    tracer.register(self)
  }

  /// Notes an event of the store.
  package func note(_ event: @autoclosure () -> TraceEvent) {
    guard isTraced else { return }
    let link = link.withLock { $0 }
    var event = event()
    event.store = link.ordinal
    link.tracer?.note(event)
  }

  // MARK: - Counting

  /// Nanoseconds of a clock that does not jump.
  @inline(__always)
  package static var time: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Adds how long it took to begin writing, if that was a wait.
  package func noteBeginning(since start: Int64) {
    let duration = StoreMonitor.time - start
    guard duration > StoreMonitor.patience else { return }
    waits.add(duration)
    var event = TraceEvent(.wait, text: "waited for other writers")
    event.nanoseconds = duration
    note(event)
  }

  /// When the last backup of the store ended, in seconds since 2001; nil for none.
  package var lastBackup: Double? {
    let bits = backupTime.load(ordering: .relaxed)
    return bits == 0 ? nil : Double(bitPattern: bits)
  }

  /// A backup has ended at a time, in seconds since 2001.
  package func noteBackup(at time: Double) {
    backupTime.store(time.bitPattern, ordering: .relaxed)
  }

  package func note(conflicts count: Int) { conflictCount.add(count, ordering: .relaxed) }
}
