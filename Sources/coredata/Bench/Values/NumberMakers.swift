// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Whole numbers of any width.
struct IntegerMaker: ValueMaker {
  let lowest: Int64
  let domain: Int

  var isInjective: Bool { true }

  /// The numbers of a range within the type's; 0 and more where no bound says otherwise.
  init(_ type: ClosedRange<Int64>, minimum: Int64?, maximum: Int64?) {
    let highest = min(maximum ?? type.upperBound, type.upperBound)
    let lowest = max(minimum ?? (highest >= 0 ? 0 : type.lowerBound), type.lowerBound)
    let (distance, overflows) = highest.subtractingReportingOverflow(lowest)
    self.lowest = lowest
    domain = overflows || distance == Int64.max ? Int.max : max(1, Int(distance) + 1)
  }

  func value(_ rank: Int) -> Any { NSNumber(value: lowest &+ Int64(rank)) }
}

/// Floating-point numbers: quarters from the lowest up, or an even grid between two bounds.
struct FloatingMaker: ValueMaker {
  let isSingle: Bool
  let lowest: Double
  let highest: Double?

  var isInjective: Bool { !isSingle && highest == nil && abs(lowest) < 1_099_511_627_776 }

  init(isSingle: Bool, minimum: Double?, maximum: Double?) {
    self.isSingle = isSingle
    lowest = minimum ?? maximum.map { $0 >= 0 ? 0 : $0 - 1000 } ?? 0
    highest = maximum
  }

  var domain: Int {
    guard let highest else { return isSingle ? 1 << 22 : 1 << 40 }
    return highest > lowest ? 1 << 20 : 1
  }

  func value(_ rank: Int) -> Any {
    guard let highest else { return boxed(lowest + Double(rank) / 4) }
    let step = domain > 1 ? (highest - lowest) / Double(domain - 1) : 0
    return boxed(max(lowest, min(highest, lowest + step * Double(rank))))
  }

  /// Singles are cut off, so that rounding does not lead out of the bounds.
  private func boxed(_ number: Double) -> NSNumber {
    guard isSingle else { return NSNumber(value: number) }
    var single = Float(number)
    if let highest, Double(single) > highest { single = single.nextDown }
    if Double(single) < lowest { single = single.nextUp }
    return NSNumber(value: single)
  }
}

/// Decimals: hundredths from the lowest up.
struct DecimalMaker: ValueMaker {
  let lowest: Decimal
  let step: Decimal
  let domain: Int

  var isInjective: Bool { true }

  init(minimum: Decimal?, maximum: Decimal?) {
    let lowest = minimum ?? maximum.map { $0 >= 0 ? 0 : $0 - 1000 } ?? 0
    self.lowest = lowest
    let width = maximum.map { $0 - lowest }
    guard let width, width < 1_000_000_000 else {
      step = Decimal(sign: .plus, exponent: -2, significand: 1)
      domain = 1_000_000_000
      return
    }
    step = width >= 1 ? Decimal(sign: .plus, exponent: -2, significand: 1) : width / 1000
    domain =
      width > 0 ? NSDecimalNumber(decimal: width / step).intValue + 1 : 1
  }

  func value(_ rank: Int) -> Any {
    NSDecimalNumber(decimal: lowest + step * Decimal(rank))
  }
}

/// Dates, a second apart; from 2020 on where no bound says otherwise.
struct DateMaker: ValueMaker {
  let lowest: Double
  let domain: Int

  private static let year = 31_557_600.0

  var isInjective: Bool { true }

  /// Bounds are seconds since the reference date.
  init(minimum: Double?, maximum: Double?) {
    lowest = minimum ?? maximum.map { $0 - 5 * Self.year } ?? 599_529_600
    let width = (maximum ?? lowest + 100 * Self.year) - lowest
    domain = max(1, Int(min(width, 1e12).rounded(.down)) + 1)
  }

  func value(_ rank: Int) -> Any {
    Date(timeIntervalSinceReferenceDate: lowest + Double(rank))
  }
}
