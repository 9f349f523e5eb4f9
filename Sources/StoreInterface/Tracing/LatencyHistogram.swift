// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// How long things took, as counts by duration: exact to an eighth, up to a quarter of an hour.
///
/// Any thread adds without a lock.
// Sendable: the places are atomic, and the pointer is set once.
package final class LatencyHistogram: @unchecked Sendable {
  /// Places for each doubling, as a power of two.
  private static let precision = 3
  private static let longest: UInt64 = 1 << 40
  private static let count = place(of: longest) + 1

  private let places: UnsafeMutablePointer<Atomic<Int>>
  private let sum = Atomic<Int64>(0)

  package init() {
    places = .allocate(capacity: LatencyHistogram.count)
    for index in 0..<LatencyHistogram.count { (places + index).initialize(to: Atomic(0)) }
  }

  deinit {
    places.deinitialize(count: LatencyHistogram.count)
    places.deallocate()
  }

  /// Adds one duration.
  package func add(_ nanoseconds: Int64) {
    let duration = min(UInt64(max(0, nanoseconds)), LatencyHistogram.longest)
    places[LatencyHistogram.place(of: duration)].add(1, ordering: .relaxed)
    sum.add(nanoseconds, ordering: .relaxed)
  }

  /// Small durations have a place each; others share one with those that begin with the same bits.
  private static func place(of duration: UInt64) -> Int {
    guard duration >= 1 << precision else { return Int(duration) }
    let exponent = 63 - duration.leadingZeroBitCount - precision
    return (exponent << precision) + Int(duration >> UInt64(exponent))
  }

  /// Returns the longest duration of a place.
  private static func duration(at place: Int) -> Int64 {
    guard place >= 2 << precision else { return Int64(place) }
    let exponent = (place >> precision) - 1
    let lead = place - (exponent << precision)
    return (Int64(lead + 1) << Int64(exponent)) - 1
  }

  /// The figures of all that was added before the call.
  package var summary: LatencySummary {
    let counts = (0..<LatencyHistogram.count).map { places[$0].load(ordering: .relaxed) }
    let total = counts.reduce(0, +)
    return LatencySummary(
      count: total, nanoseconds: sum.load(ordering: .relaxed),
      median: LatencyHistogram.quantile(50, of: counts, total),
      percentile99: LatencyHistogram.quantile(99, of: counts, total))
  }

  /// The duration that a percentage of all did not exceed.
  private static func quantile(_ percent: Int, of counts: [Int], _ total: Int) -> Int64 {
    let wanted = (total * percent + 99) / 100
    var seen = 0
    for (place, count) in counts.enumerated() where count > 0 {
      seen += count
      if seen >= wanted { return duration(at: place) }
    }
    return 0
  }
}

/// The figures of a ``LatencyHistogram``, in nanoseconds.
package struct LatencySummary: Sendable, Equatable {
  package let count: Int
  /// The sum of all.
  package let nanoseconds: Int64
  package let median: Int64
  package let percentile99: Int64
}
