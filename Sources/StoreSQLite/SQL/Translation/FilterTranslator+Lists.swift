// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
import StoreInterface

extension FilterTranslator {
  /// By SQLite's own `IN` where that means the same; else by one search a row in a set that is bound
  /// whole. The cost is that of the rows and of the values, not of each with each.
  func isIn(
    _ operand: SQLOperand, values: [AttributeValue], options: StringOptions, isDefinite: Bool
  ) -> String {
    guard !values.isEmpty else { return "0" }
    if let plain = plainList(operand, values: values, options: options) {
      guard !plain.isEmpty else { return never(operand) }
      return settled("(\(operand.sql) IN (\(parameters.addList(plain))))", isDefinite)
    }
    if let numbers = doubles(operand, values) {
      return settled(isIn(operand, doubles: numbers), isDefinite)
    }
    let set = parameters.add(ValueSet(values, options: options, schema: nil))
    return settled("\(SQLFunctions.isInName)(\(operand.general), \(set))", isDefinite)
  }

  private func plainList(
    _ operand: SQLOperand, values: [AttributeValue], options: StringOptions
  ) -> [SQLValue]? {
    guard operand.constant == nil else { return nil }
    var result: [SQLValue] = []
    for value in values {
      if operand.kind == .reference, case .reference(let key) = value {
        let root = operand.destination.map { schema.entities[$0].root }
        if schema.entities[key.entity].root == root, key.store == 0 {
          result.append(.integer(key.number))
        }
      } else if let plain = operand.kind.plain(value, options) {
        result.append(plain)
      } else {
        return nil
      }
    }
    return result
  }

  // MARK: - Floating-point numbers

  /// The doubles that a FLOAT column would have to hold to equal one of some numbers; nil when the
  /// operand is no such column or not all values are such numbers. Not-a-number equals nothing.
  private func doubles(_ operand: SQLOperand, _ values: [AttributeValue]) -> [Double]? {
    guard operand.kind == .double, operand.constant == nil else { return nil }
    var result: [Double] = []
    for value in values {
      switch value {
      case .integer(let integer): Double(exactly: integer).map { result.append($0) }
      case .double(let double): if !double.isNaN { result.append(double) }
      default: return nil
      }
    }
    return result
  }

  /// The texts of a FLOAT column are in no list of numbers, so that the negative zero is asked for.
  private func isIn(_ operand: SQLOperand, doubles: [Double]) -> String {
    guard !doubles.isEmpty else { return never(operand) }
    let list = parameters.addList(doubles.map(SQLValue.real))
    let isMember = "\(operand.sql) IN (\(list))"
    guard doubles.contains(0) else { return "(\(isMember))" }
    return "(\(isMember) OR \(operand.sql) = '\(SpecialDouble.negativeZero)')"
  }
}
#endif
