// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A condition that has no step of its own: evaluated on ``AttributeValue``s.
enum GeneralCondition: Sendable {
  case compare(
    CompiledOperand, ComparisonOperator, CompiledOperand, StringOptions, NullSemantics)
  case isNull(CompiledOperand)
  case between(CompiledOperand, CompiledOperand, CompiledOperand, NullSemantics)
  case isIn(CompiledOperand, ValueSet, NullSemantics)
  case match(CompiledOperand, TextPattern, NullSemantics)
  /// The pattern differs from row to row.
  case matchOperand(
    StringOperator, CompiledOperand, CompiledOperand, StringOptions, NullSemantics)
  case quantified(Quantifier, CompiledToMany, FilterProgram)

  func evaluate(
    _ frame: borrowing FilterFrame, _ schema: StoreSchema
  ) throws(StoreError) -> Truth {
    switch self {
    case .compare(let left, let comparison, let right, let options, let nulls):
      return GeneralCondition.compare(
        try left.evaluate(frame), by: comparison, with: try right.evaluate(frame), options: options,
        nulls: nulls, schema: schema)
    case .isNull(let operand): return Truth(try operand.evaluate(frame).isNull)
    case .between(let operand, let lower, let upper, let nulls):
      return GeneralCondition.between(
        try operand.evaluate(frame), lower: try lower.evaluate(frame),
        upper: try upper.evaluate(frame), nulls: nulls,
        schema: schema)
    case .isIn(let operand, let values, let nulls):
      let value = try operand.evaluate(frame)
      return value.isNull ? nulls.outcomeOfNull : Truth(values.contains(value))
    case .match(let operand, let pattern, let nulls):
      return try GeneralCondition.match(try operand.evaluate(frame), nulls: nulls, pattern: pattern)
    case .matchOperand(let kind, let operand, let pattern, let options, let nulls):
      let text = try operand.evaluate(frame)
      return try GeneralCondition.match(
        text, pattern: try pattern.evaluate(frame), kind: kind, options: options, nulls: nulls)
    case .quantified(let quantifier, let toMany, let filter):
      switch quantifier {
      case .any: return Truth(try toMany.contains(true, of: filter, in: frame))
      case .none: return Truth(!(try toMany.contains(true, of: filter, in: frame)))
      case .all: return Truth(!(try toMany.contains(false, of: filter, in: frame)))
      }
    }
  }

  static func compare(
    _ a: AttributeValue, by comparison: ComparisonOperator, with b: AttributeValue,
    options: StringOptions, nulls: NullSemantics, schema: StoreSchema
  ) -> Truth {
    if !a.isNull, !b.isNull {
      return Truth(
        ValueComparison.holds(comparison, between: a, and: b, options: options, schema: schema))
    }
    if nulls == .unknown { return .unknown }
    switch comparison {
    case .equal: return Truth(a.isNull == b.isNull)
    case .notEqual: return Truth(a.isNull != b.isNull)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .no
    }
  }

  /// As SQL does it: one bound that fails decides, whatever the other.
  private static func between(
    _ value: AttributeValue, lower: AttributeValue, upper: AttributeValue,
    nulls: NullSemantics, schema: StoreSchema
  ) -> Truth {
    let above = compare(
      lower, by: .lessOrEqual, with: value, options: [], nulls: nulls, schema: schema)
    let below = compare(
      value, by: .lessOrEqual, with: upper, options: [], nulls: nulls, schema: schema)
    if above == .no || below == .no { return .no }
    return above == .yes ? below : above
  }

  private static func match(
    _ value: AttributeValue, nulls: NullSemantics, pattern: TextPattern
  ) throws(StoreError) -> Truth {
    switch value {
    case .null: return nulls.outcomeOfNull
    case .string(let text): return Truth(try pattern.matches(text))
    default: return .no
    }
  }

  private static func match(
    _ value: AttributeValue, pattern: AttributeValue, kind: StringOperator,
    options: StringOptions, nulls: NullSemantics
  ) throws(StoreError) -> Truth {
    switch pattern {
    case .null: return nulls.outcomeOfNull
    case .string(let pattern):
      return try match(value, nulls: nulls, pattern: TextPattern(kind, pattern, options: options))
    default: return value.isNull ? nulls.outcomeOfNull : .no
    }
  }
}

extension NullSemantics {
  /// The outcome of a string operator, IN, BETWEEN or an order comparison with a null.
  var outcomeOfNull: Truth { self == .unknown ? .unknown : .no }
}
