// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The counts of a router's work since it was made, for tests and tools.
package struct RouterStatistics: Sendable, Equatable {
  /// Queries run and queries counted, each over however many stores.
  package var fetches = 0
  package var counts = 0
  /// Keys whose row or members were asked for.
  package var lookups = 0
  /// Matches that stores delivered.
  package var rows = 0
  /// Snapshots begun.
  package var snapshots = 0
  /// Saves that were written, and saves that ended in conflicts or an error.
  package var commits = 0
  package var refusals = 0

  package init() {}
}

/// The running figures.
final class RouterCounters: Sendable {
  private let fetches = Atomic<Int>(0)
  private let counts = Atomic<Int>(0)
  private let lookups = Atomic<Int>(0)
  private let rows = Atomic<Int>(0)
  private let snapshots = Atomic<Int>(0)
  private let commits = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)

  func add(fetches count: Int) { fetches.add(count, ordering: .relaxed) }
  func add(counts count: Int) { counts.add(count, ordering: .relaxed) }
  func add(lookups count: Int) { lookups.add(count, ordering: .relaxed) }
  func add(rows count: Int) { rows.add(count, ordering: .relaxed) }
  func add(snapshots count: Int) { snapshots.add(count, ordering: .relaxed) }
  func add(commits count: Int) { commits.add(count, ordering: .relaxed) }
  func add(refusals count: Int) { refusals.add(count, ordering: .relaxed) }

  var statistics: RouterStatistics {
    var result = RouterStatistics()
    result.fetches = fetches.load(ordering: .relaxed)
    result.counts = counts.load(ordering: .relaxed)
    result.lookups = lookups.load(ordering: .relaxed)
    result.rows = rows.load(ordering: .relaxed)
    result.snapshots = snapshots.load(ordering: .relaxed)
    result.commits = commits.load(ordering: .relaxed)
    result.refusals = refusals.load(ordering: .relaxed)
    return result
  }
}
