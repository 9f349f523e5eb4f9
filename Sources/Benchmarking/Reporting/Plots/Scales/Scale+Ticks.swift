// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension Scale {
  /// Round values inside the domain, ascending, `limit` at most.
  package func ticks(limit: Int) -> [Double] {
    kind == .linear ? linearTicks(limit) : logarithmicTicks(limit)
  }

  private func linearTicks(_ limit: Int) -> [Double] {
    let width = domain.upperBound - domain.lowerBound
    guard width > 0, width.isFinite, limit > 0 else { return [] }
    let raw = width / Double(max(limit - 1, 1))
    let power = pow(10, floor(log10(raw)))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= raw * 0.999 } ?? 10 * power
    guard step > 0, step.isFinite else { return [] }
    let first = (domain.lowerBound / step - 1e-9).rounded(.up)
    let last = (domain.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// Returns the densest of 1-2-5, 1-3, powers of ten, every second power … that keeps the limit;
  /// less than a decade has more figures to choose from.
  private func logarithmicTicks(_ limit: Int) -> [Double] {
    guard limit > 0 else { return [] }
    let isNarrow = domain.upperBound / domain.lowerBound < 10
    let narrow = isNarrow ? [[1.0, 1.5, 2, 3, 5, 7], [1, 2, 3, 5]] : []
    for digits in narrow + [[1, 2, 5], [1, 3], [1]] {
      let ticks = self.ticks(digits: digits, every: 1)
      if ticks.count <= limit && ticks.count > 1 { return ticks }
    }
    let decades = ticks(digits: [1], every: 1)
    if decades.count > limit {
      return ticks(digits: [1], every: Int((Double(decades.count) / Double(limit)).rounded(.up)))
    }
    // So narrow that no two of those are in it: evenly apart, as on a linear scale.
    return linearTicks(limit)
  }

  private func ticks(digits: [Double], every: Int) -> [Double] {
    let low = Int(floor(log10(domain.lowerBound)))
    let high = Int(ceil(log10(domain.upperBound)))
    guard high >= low else { return [] }
    return (low...high).filter { $0 % every == 0 }
      .flatMap { power in digits.map { Self.round(digit: $0, power: power) } }
      .filter { contains($0) }
  }

  /// Ten to a negative power is inexact; one divided by its inverse is the nearest.
  private static func round(digit: Double, power: Int) -> Double {
    power < 0 ? digit / pow(10, Double(-power)) : digit * pow(10, Double(power))
  }
}
