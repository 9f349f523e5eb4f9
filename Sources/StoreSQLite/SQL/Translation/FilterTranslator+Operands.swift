// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

extension FilterTranslator {
  func operand(_ operand: Operand, _ scope: SQLScope) -> SQLOperand {
    switch operand {
    case .value(let value): return constant(value)
    case .column(let path): return scope.column(path)
    case .count(let path, let filter): return count(of: path, where: filter, in: scope)
    case .aggregate(let function, let path, let column):
      return aggregate(function, over: path, of: column, in: scope)
    case .function(let function, let operands):
      let number = ScalarFunction.allCases.firstIndex(of: function) ?? 0
      let arguments = operands.map { ", \(self.operand($0, scope).general)" }.joined()
      return SQLOperand(sql: "\(SQLFunctions.scalarName)(\(number)\(arguments))", kind: .general)
    case .conditional(let filter, let first, let second):
      let condition = condition(filter, scope, isDefinite: false)
      let (a, b) = (self.operand(first, scope).general, self.operand(second, scope).general)
      return SQLOperand(sql: "(CASE WHEN \(condition) THEN \(a) ELSE \(b) END)", kind: .general)
    }
  }

  /// A constant is bound in its general form only where no comparison binds it in another.
  private func constant(_ value: AttributeValue) -> SQLOperand {
    guard !value.isNull else { return SQLOperand(sql: "NULL", kind: .general, constant: .null) }
    return SQLOperand(
      sql: parameters.add(GeneralValue.parameter(value)), kind: .general, constant: value,
      isNullable: false)
  }

  private func count(of path: ToManyPath, where filter: Filter?, in scope: SQLScope) -> SQLOperand {
    guard let members = members(path, scope) else {
      return SQLOperand(sql: "0", kind: .integer, isNullable: false)
    }
    let test = filter.map { " AND \(condition($0, members.scope, isDefinite: false))" } ?? ""
    return SQLOperand(
      sql: "(SELECT COUNT(*) \(members.source)\(test))", kind: .integer, isNullable: false)
  }

  private func aggregate(
    _ function: AggregateFunction, over path: ToManyPath, of column: ColumnPath, in scope: SQLScope
  ) -> SQLOperand {
    guard let members = members(path, scope) else {
      let nothing = function == .sum ? "0" : "NULL"
      return SQLOperand(sql: nothing, kind: .general)
    }
    let value = members.scope.column(column).general
    return SQLOperand(
      sql: "(SELECT \(SQLFunctions.name(function))(\(value)) \(members.source))", kind: .general)
  }
}
#endif
