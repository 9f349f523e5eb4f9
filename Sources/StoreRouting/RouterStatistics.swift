// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
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

/// The running figures. Each processor adds to its own, since every look-up does.
final class RouterCounters: Sendable {
  private enum Figure: Int {
    case fetches
    case counts
    case lookups
    case rows
    case snapshots
    case commits
    case refusals
  }

  private let words = ProcessorWords()

  func add(fetches count: Int) { add(count, to: .fetches) }
  func add(counts count: Int) { add(count, to: .counts) }
  func add(lookups count: Int) { add(count, to: .lookups) }
  func add(rows count: Int) { add(count, to: .rows) }
  func add(snapshots count: Int) { add(count, to: .snapshots) }
  func add(commits count: Int) { add(count, to: .commits) }
  func add(refusals count: Int) { add(count, to: .refusals) }

  @inline(__always)
  private func add(_ count: Int, to figure: Figure) {
    words.word(figure.rawValue, of: ProcessorWords.nearest).pointee
      .wrappingAdd(UInt(bitPattern: count), ordering: .relaxed)
  }

  private func sum(_ figure: Figure) -> Int {
    (0..<ProcessorWords.groupCount).reduce(0) { sum, group in
      let word = words.word(figure.rawValue, of: group)
      return sum + Int(bitPattern: word.pointee.load(ordering: .relaxed))
    }
  }

  var statistics: RouterStatistics {
    var result = RouterStatistics()
    result.fetches = sum(.fetches)
    result.counts = sum(.counts)
    result.lookups = sum(.lookups)
    result.rows = sum(.rows)
    result.snapshots = sum(.snapshots)
    result.commits = sum(.commits)
    result.refusals = sum(.refusals)
    return result
  }
}
