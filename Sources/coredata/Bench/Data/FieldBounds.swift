// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// The bounds of an attribute's values: those of the model, narrowed to what a store has.
struct FieldBounds {
  private(set) var minimum: Double?
  private(set) var maximum: Double?
  private(set) var lowestInteger: Int64?
  private(set) var highestInteger: Int64?
  private(set) var lowestDecimal: Decimal?
  private(set) var highestDecimal: Decimal?
  /// Lengths of texts.
  private(set) var shortest: Int?
  private(set) var longest: Int?

  init(_ document: AttributeDocument, _ profile: FieldProfile?) {
    switch document.kind {
    case .string:
      shortest = document.minValueString.flatMap { Int($0) }
      longest = document.maxValueString.flatMap { Int($0) }
    case .date:
      minimum = document.minDateTimeInterval
      maximum = document.maxDateTimeInterval
      narrow(profile)
    default:
      read(
        document.minValueString, kind: document.kind, double: &minimum, integer: &lowestInteger,
        decimal: &lowestDecimal)
      read(
        document.maxValueString, kind: document.kind, double: &maximum, integer: &highestInteger,
        decimal: &highestDecimal)
      narrow(profile)
    }
  }

  private func read(
    _ text: String?, kind: AttributeKind, double: inout Double?, integer: inout Int64?,
    decimal: inout Decimal?
  ) {
    switch text.flatMap({ DefaultValueParser.value($0, of: kind) }) {
    case .integer(let value): integer = value
    case .double(let value): double = value
    case .float(let value): double = Double(value)
    case .decimal(let value): decimal = value
    default: break
    }
  }

  /// Bounds that the store's values lie between are taken where the model has none.
  private mutating func narrow(_ profile: FieldProfile?) {
    guard let profile, let low = profile.lowest, let high = profile.highest else { return }
    minimum = minimum ?? low
    maximum = maximum ?? high
    guard abs(low) < 9e15, abs(high) < 9e15 else { return }
    lowestInteger = lowestInteger ?? Int64(low.rounded(.down))
    highestInteger = highestInteger ?? Int64(high.rounded(.up))
    lowestDecimal = lowestDecimal ?? Decimal(low)
    highestDecimal = highestDecimal ?? Decimal(high)
  }
}
