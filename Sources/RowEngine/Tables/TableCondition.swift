// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A condition on a row of a table, see ``TableShape/having``. Nulls count as in memory.
///
/// There are few such rows, so it is evaluated as it is written.
struct TableCondition {
  private let filter: Filter
  private let schema: StoreSchema

  init(_ filter: Filter, schema: StoreSchema) {
    self.filter = filter
    self.schema = schema
  }

  /// Returns true if a row of all columns fits.
  func holds(of row: [AttributeValue]) throws(StoreError) -> Bool {
    try truth(of: filter, row) == .yes
  }

  private func truth(of filter: Filter, _ row: [AttributeValue]) throws(StoreError) -> Truth {
    switch filter {
    case .constant(let value): return Truth(value)
    case .and(let parts):
      for part in parts where try truth(of: part, row) != .yes { return .no }
      return .yes
    case .or(let parts):
      for part in parts where try truth(of: part, row) == .yes { return .yes }
      return .no
    case .not(let part): return try truth(of: part, row).negated
    case .compare(let left, let comparison, let right, let options):
      return GeneralCondition.compare(
        try value(left, row), by: comparison, with: try value(right, row), options: options,
        nulls: .definite, schema: schema)
    case .isNull(let operand): return Truth(try value(operand, row).isNull)
    case .between(let operand, let lower, let upper):
      return try between(
        value(operand, row), lower: value(lower, row), upper: value(upper, row))
    case .isIn(let operand, let values, let options):
      let value = try value(operand, row)
      return Truth(
        !value.isNull
          && values.contains {
            ValueComparison.areEqual(value, $0, options: options, schema: schema)
          })
    case .match(let kind, let operand, let pattern, let options):
      return try match(
        kind, of: value(operand, row), with: value(pattern, row), options: options)
    // A table's columns lead to no other rows.
    case .isObject, .isEntity, .quantified: return .no
    }
  }

  private func between(
    _ value: AttributeValue, lower: AttributeValue, upper: AttributeValue
  ) -> Truth {
    let isAbove = GeneralCondition.compare(
      lower, by: .lessOrEqual, with: value, options: [], nulls: .definite, schema: schema)
    guard isAbove == .yes else { return .no }
    return GeneralCondition.compare(
      value, by: .lessOrEqual, with: upper, options: [], nulls: .definite, schema: schema)
  }

  private func match(
    _ kind: StringOperator, of value: AttributeValue, with pattern: AttributeValue,
    options: StringOptions
  ) throws(StoreError) -> Truth {
    guard case .string(let text) = value, case .string(let pattern) = pattern else { return .no }
    return Truth(try TextPattern(kind, pattern, options: options).matches(text))
  }

  // MARK: - Values

  private func value(
    _ operand: Operand, _ row: [AttributeValue]
  ) throws(StoreError) -> AttributeValue {
    switch operand {
    case .value(let value): return value
    case .column(let path):
      guard case .attribute(let column) = path.column else { return .null }
      return row[column]
    case .function(let function, let operands):
      var arguments: [AttributeValue] = []
      for operand in operands { arguments.append(try value(operand, row)) }
      return function.evaluate(arguments)
    case .conditional(let filter, let first, let second):
      return try value(truth(of: filter, row) == .yes ? first : second, row)
    case .count, .aggregate: return .null
    }
  }
}
