// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
import StoreInterface

extension FilterTranslator {
  // MARK: - Comparisons

  func compare(
    _ left: SQLOperand, by comparison: ComparisonOperator, with right: SQLOperand,
    options: StringOptions, isDefinite: Bool
  ) -> String {
    if left.constant != nil, right.constant == nil {
      return compare(
        right, by: comparison.flipped, with: left, options: options, isDefinite: isDefinite)
    }
    if right.isNullConstant { return compareWithNull(left, comparison) }
    if let constant = right.constant {
      if let sql = special(left, by: comparison, with: constant) {
        return withNulls(sql, comparison: comparison, isDefinite: isDefinite)
      }
      if let folded = folded(left, by: comparison, with: constant, options: options) {
        return comparison == .equal ? settled(folded, isDefinite) : folded
      }
      if let plain = plainConstant(left, constant: constant, options: options) {
        return plainComparison(left, by: comparison, with: plain, isDefinite: isDefinite)
      }
    } else if left.kind == right.kind, left.kind.isPlain, isPlain(options, left.kind),
      haveOneRoot(left, right)
    {
      return pair(left.sql, by: comparison, with: right.sql, isDefinite: isDefinite)
    }
    return general(left, by: comparison, with: right, options: options, isDefinite: isDefinite)
  }

  /// Equality with a text under options, which is folded once a statement.
  private func folded(
    _ left: SQLOperand, by comparison: ComparisonOperator, with constant: AttributeValue,
    options: StringOptions
  ) -> String? {
    guard comparison == .equal || comparison == .notEqual, case .string = constant,
      left.constant == nil, !options.isEmpty, !options.contains(.normalized)
    else { return nil }
    let set = parameters.add(ValueSet([constant], options: options, schema: nil))
    let isEqual = "\(SQLFunctions.isInName)(\(left.general), \(set))"
    if comparison == .equal { return isEqual }
    return nulls == .definite ? "(\(isEqual) IS NOT TRUE)" : "(NOT \(isEqual))"
  }

  private func isPlain(_ options: StringOptions, _ kind: OperandKind) -> Bool {
    kind != .text || options.isEmpty || options.contains(.normalized)
  }

  private func haveOneRoot(_ left: SQLOperand, _ right: SQLOperand) -> Bool {
    guard left.kind == .reference, let a = left.destination, let b = right.destination else {
      return true
    }
    return schema.entities[a].root == schema.entities[b].root
  }

  private func compareWithNull(_ left: SQLOperand, _ comparison: ComparisonOperator) -> String {
    guard nulls == .definite else { return "NULL" }
    switch comparison {
    case .equal: return "(\(left.sql) IS NULL)"
    case .notEqual: return "(\(left.sql) IS NOT NULL)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return "0"
    }
  }

  /// Returns the parameter that SQLite itself may compare a column with.
  private func plainConstant(
    _ column: SQLOperand, constant: AttributeValue, options: StringOptions
  ) -> String? {
    if case .reference(let key) = constant, column.kind == .reference,
      let destination = column.destination, key.store == 0,
      schema.entities[destination].root == schema.entities[key.entity].root
    {
      return parameters.add(.integer(key.number))
    }
    return column.kind.plain(constant, options).map(parameters.add)
  }

  private func plainComparison(
    _ left: SQLOperand, by comparison: ComparisonOperator, with parameter: String, isDefinite: Bool
  ) -> String {
    if comparison == .notEqual, nulls == .definite { return "(\(left.sql) IS NOT \(parameter))" }
    return settled("(\(left.sql) \(comparison.sql) \(parameter))", isDefinite)
  }

  private func pair(
    _ left: String, by comparison: ComparisonOperator, with right: String, isDefinite: Bool
  ) -> String {
    if nulls == .definite, comparison == .equal { return "(\(left) IS \(right))" }
    if nulls == .definite, comparison == .notEqual { return "(\(left) IS NOT \(right))" }
    return settled("(\(left) \(comparison.sql) \(right))", isDefinite)
  }

  /// By ``ValueComparison``.
  private func general(
    _ left: SQLOperand, by comparison: ComparisonOperator, with right: SQLOperand,
    options: StringOptions, isDefinite: Bool
  ) -> String {
    let call =
      "\(SQLFunctions.compareName)(\(comparison.number), \(left.general), \(right.general), "
      + "\(options.rawValue))"
    guard nulls == .definite else { return call }
    let (a, b) = (left.sql, right.sql)
    switch comparison {
    case .equal:
      return "(CASE WHEN \(a) IS NULL OR \(b) IS NULL THEN \(a) IS NULL AND \(b) IS NULL "
        + "ELSE \(call) END)"
    case .notEqual:
      return "(CASE WHEN \(a) IS NULL OR \(b) IS NULL THEN (\(a) IS NULL) <> (\(b) IS NULL) "
        + "ELSE \(call) END)"
    default: return settled(call, isDefinite)
    }
  }

  /// A FLOAT column against a number: its text for not-a-number is greater than any number to
  /// SQLite, its text for the negative zero must count as zero.
  private func special(
    _ left: SQLOperand, by comparison: ComparisonOperator, with constant: AttributeValue
  ) -> String? {
    guard left.kind == .double else { return nil }
    let value: SQLValue
    let zero: Int
    switch constant {
    case .integer(let integer): (value, zero) = (.integer(integer), Int(integer.signum()))
    case .double(let double) where !double.isNaN:
      (value, zero) = (.real(double), double > 0 ? 1 : (double < 0 ? -1 : 0))
    default: return nil
    }
    let column = left.sql
    let plain = "\(column) \(comparison.sql) \(parameters.add(value))"
    let negativeZero = "'\(SpecialDouble.negativeZero)'"
    switch comparison {
    case .equal: return zero == 0 ? "(\(plain) OR \(column) = \(negativeZero))" : "(\(plain))"
    case .notEqual: return zero == 0 ? "(\(plain) AND \(column) <> \(negativeZero))" : "(\(plain))"
    case .less, .lessOrEqual:
      let isIncluded = zero > 0 || zero == 0 && comparison == .lessOrEqual
      return isIncluded ? "(\(plain) OR \(column) = \(negativeZero))" : "(\(plain))"
    case .greater, .greaterOrEqual:
      let isIncluded = zero < 0 || zero == 0 && comparison == .greaterOrEqual
      return isIncluded
        ? "(\(plain) AND \(column) <> '\(SpecialDouble.notANumber)')"
        : "(\(plain) AND \(column) <= 9e999)"
    }
  }

  /// Brings a comparison of a nullable column with a constant under the null semantics.
  private func withNulls(
    _ sql: String, comparison: ComparisonOperator, isDefinite: Bool
  ) -> String {
    if nulls == .definite, comparison == .notEqual { return "(\(sql) IS NOT FALSE)" }
    return settled(sql, isDefinite)
  }

  // MARK: - Strings

  func match(
    _ kind: StringOperator, of operand: SQLOperand, with pattern: SQLOperand,
    options: StringOptions, isDefinite: Bool
  ) -> String {
    if kind == .beginsWith, options.isEmpty, operand.kind == .text, operand.constant == nil,
      case .string(let prefix)? = pattern.constant, let end = FilterTranslator.successor(of: prefix)
    {
      let low = parameters.add(.text(prefix))
      let high = parameters.add(.text(end))
      return settled("(\(operand.sql) >= \(low) AND \(operand.sql) < \(high))", isDefinite)
    }
    return settled(
      "\(SQLFunctions.matchName)(\(kind.number), \(options.rawValue), \(operand.general), "
        + "\(pattern.general))", isDefinite)
  }

  /// Returns the least string that is greater than every string with a prefix; nil when there is
  /// none.
  static func successor(of prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      return String(String.UnicodeScalarView(scalars + [scalar]))
    }
    return nil
  }
}

extension ComparisonOperator {
  var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  var number: Int { ComparisonOperator.allCases.firstIndex(of: self) ?? 0 }
}

extension StringOperator {
  var number: Int { StringOperator.allCases.firstIndex(of: self) ?? 0 }
}
#endif
