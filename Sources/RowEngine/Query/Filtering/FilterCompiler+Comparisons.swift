// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension FilterCompiler {
  mutating func compileComparison(
    of left: Operand, by comparison: ComparisonOperator, with right: Operand, options: StringOptions
  ) {
    if case .value = left, case .column = right {
      return compileComparison(of: right, by: comparison.flipped, with: left, options: options)
    }
    if comparison == .equal || comparison == .notEqual, case .value(.string) = right,
      !options.isEmpty, !options.contains(.normalized)
    {
      return compileEquality(of: left, by: comparison, with: right, options: options)
    }
    if case .column(let path) = left {
      let column = resolve(path)
      if case .value(let value) = right,
        let step = constantStep(for: column, comparison: comparison, value: value, options: options)
      {
        return emit(step)
      }
      if case .column(let other) = right,
        let step = pairStep(column, by: comparison, with: resolve(other))
      {
        return emit(step)
      }
    }
    emit(.compare(compiled(left), comparison, compiled(right), options, nullSemantics))
  }

  /// Equality with a text that is folded once, here.
  private mutating func compileEquality(
    of operand: Operand, by comparison: ComparisonOperator, with text: Operand,
    options: StringOptions
  ) {
    guard case .value(let value) = text else { return }
    if comparison == .equal {
      return emit(
        .isIn(
          compiled(operand), ValueSet([value], options: options, schema: schema), nullSemantics))
    }
    compile(.not(.compare(operand, .equal, text, options)))
  }

  /// Returns the step for a column against a constant, when there is one.
  private mutating func constantStep(
    for column: ResolvedColumn, comparison: ComparisonOperator, value: AttributeValue,
    options: StringOptions
  ) -> FilterStep? {
    if value.isNull { return nullStep(column, comparison) }
    var step = step(.present, column)
    step.comparison = comparison
    if nullSemantics == .definite, comparison == .notEqual { step.whenNull = .yes }
    switch value {
    case .integer(let value) where column.isInteger:
      step.code = .integer
      step.low = UInt64(bitPattern: value)
    case .double(let value) where column.isInteger:
      guard let exact = Int64(exactly: value) else { return nil }
      step.code = .integer
      step.low = UInt64(bitPattern: exact)
    case .integer, .double, .date:
      guard let bits = doubleBits(value, column) else { return nil }
      step.code = .double
      step.low = bits
    case .reference(let key) where column.type == nil:
      guard comparison == .equal || comparison == .notEqual else { return nil }
      step.code = .object
      step.auxiliary = Int32(pool.keys.count)
      pool.keys.append(key)
    default:
      guard let bytes = bytes(of: value, for: column, options: options) else { return nil }
      step.code = .bytes
      step.low = UInt64(constants.count)
      constants.append(contentsOf: bytes)
      step.high = UInt64(constants.count)
    }
    return step
  }

  /// A comparison with a null constant.
  private func nullStep(_ column: ResolvedColumn, _ comparison: ComparisonOperator) -> FilterStep {
    var step = step(.constant, column)
    if nullSemantics == .unknown {
      step.outcome = .unknown
    } else if comparison == .equal || comparison == .notEqual {
      step.code = .present
      step.whenNull = Truth(comparison == .equal)
      step.outcome = Truth(comparison == .notEqual)
    }
    return step
  }

  private func pairStep(
    _ left: ResolvedColumn, by comparison: ComparisonOperator, with right: ResolvedColumn
  ) -> FilterStep? {
    // What two nulls are to one another only the general condition knows.
    guard nullSemantics == .unknown || (comparison != .equal && comparison != .notEqual),
      left.hops.isEmpty, right.hops.isEmpty
    else { return nil }
    let areDates = left.type == .date && right.type == .date
    guard left.isInteger && right.isInteger || left.isDouble && right.isDouble || areDates else {
      return nil
    }
    var step = step(left.isInteger ? .integerPair : .doublePair, left)
    step.comparison = comparison
    step.low = UInt64(right.slot)
    return step
  }

  /// Returns the bits of a constant for a double or date column; nil when it is not exactly of that
  /// kind.
  func doubleBits(_ value: AttributeValue, _ column: ResolvedColumn) -> UInt64? {
    switch value {
    case .integer(let value) where column.isDouble: Double(exactly: value)?.bitPattern
    case .double(let value) where column.isDouble: value.bitPattern
    case .date(let value) where column.type == .date: value.bitPattern
    default: nil
    }
  }

  /// Returns the bytes that a column's slot would have to hold to equal a constant.
  func bytes(
    of value: AttributeValue, for column: ResolvedColumn, options: StringOptions
  ) -> [UInt8]? {
    switch (value, column.type?.slotKind) {
    case (.string(let value), .text):
      options.isEmpty || options.contains(.normalized) ? Array(value.utf8) : nil
    case (.data(let value), .bytes): Array(value)
    case (.uuid(let value), .uuid): withUnsafeBytes(of: value.uuid) { Array($0) }
    default: nil
    }
  }
}
