// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Small statistics of small samples.
public enum Statistics {
  /// Returns the middle value, or the mean of the two middle ones; nil of none.
  public static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Returns the geometric mean of positive values; nil of none.
  public static func geometricMean(_ values: [Double]) -> Double? {
    let logarithms = values.filter { $0 > 0 }.map { log($0) }
    guard !logarithms.isEmpty else { return nil }
    return exp(logarithms.reduce(0, +) / Double(logarithms.count))
  }

  /// Each value by the one of the same round; rounds where either is missing are left out, and so
  /// is division by zero.
  public static func ratios(_ values: [Int: Double], by floor: [Int: Double]) -> [Double] {
    values.keys.sorted().compactMap { round in
      guard let value = values[round], let divisor = floor[round], divisor > 0 else { return nil }
      return value / divisor
    }
  }
}
