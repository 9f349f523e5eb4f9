// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The way from values to positions, linear from zero or logarithmic.
package struct Scale: Sendable {
  package enum Kind: Sendable { case linear, logarithmic }

  package let kind: Kind
  package let domain: ClosedRange<Double>
  package let start: Double
  package let end: Double

  package init(kind: Kind, domain: ClosedRange<Double>, start: Double, end: Double) {
    self.kind = kind
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// Returns a scale that holds all finite values. `kind` nil: logarithmic when the largest is more
  /// than twelve times the smallest, for then a linear one would press the small against its edge.
  package static func fitting(
    _ values: [Double], kind: Kind? = nil, start: Double, end: Double
  ) -> Scale {
    let finite = values.filter { $0.isFinite && abs($0) < 1e300 }
    let positive = finite.filter { $0 > 1e-300 }
    let low = positive.min() ?? 1
    let high = positive.max() ?? 1
    let isWide = finite.count == positive.count && high / low > 12
    let kind = positive.isEmpty ? .linear : kind ?? (isWide ? .logarithmic : .linear)
    let domain = kind == .linear ? linearDomain(finite) : logarithmicDomain(low, high)
    return Scale(kind: kind, domain: domain, start: start, end: end)
  }

  /// Where a value stands; values off the scale stand at its edge.
  package func position(_ value: Double) -> Double {
    guard !value.isNaN else { return start }
    let inside = min(max(value, domain.lowerBound), domain.upperBound)
    let low = placed(domain.lowerBound)
    let width = placed(domain.upperBound) - low
    return width > 0 ? start + (placed(inside) - low) / width * (end - start) : start
  }

  package func contains(_ value: Double) -> Bool { domain.contains(value) }

  private func placed(_ value: Double) -> Double {
    kind == .linear ? value : log10(value)
  }

  private static func linearDomain(_ values: [Double]) -> ClosedRange<Double> {
    let low = min(0, values.min() ?? 0)
    let high = max(0, values.max() ?? 0)
    guard high > low else { return 0...1 }
    // A little room, so that the longest bar does not touch the edge.
    let room = (high - low) * 0.04
    return (low < 0 ? low - room : low)...(high > 0 ? high + room : high)
  }

  private static func logarithmicDomain(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    let factor = high / low > 1.0001 ? pow(high / low, 0.05) : 2
    return (low / factor)...(high * factor)
  }
}
