// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The columns of a table's statement, as they are put together.
struct TableColumns {
  private(set) var cells: [TableCell] = []
  /// The columns as a condition on the result speaks of them.
  private var outputs: [SQLOperand] = []
  private var terms: [String] = []
  private let query: TableQuery
  private let scope: SQLScope
  private let translator: FilterTranslator

  init(_ query: TableQuery, parts: SelectBuilder.Parts, plan: StorePlan) {
    self.query = query
    scope = parts.scope
    // What is computed of a row means the same in every store.
    translator = FilterTranslator(
      layout: plan.layout, parameters: parts.parameters, nulls: .definite)
  }

  /// The text between `SELECT` and `FROM`.
  var list: String { terms.isEmpty ? "1" : terms.joined(separator: ", ") }

  /// Adds the value of an operand as it is.
  mutating func add(_ operand: Operand) {
    let value = translator.operand(operand, scope)
    if value.kind == .reference { return add(reference: operand, value) }
    let isFile = value.kind == .external
    append(isFile ? value.general : value.sql, value.kind)
  }

  /// Adds the value of an operand so that equal ones are equal to SQLite; false if it cannot be.
  mutating func addComparable(_ operand: Operand) -> Bool {
    guard let texts = comparable(operand) else { return false }
    let value = translator.operand(operand, scope)
    if value.kind == .reference {
      add(reference: operand, value)
    } else {
      append(texts[0], value.kind)
    }
    return true
  }

  /// Returns what tells values of an operand apart.
  func comparable(_ operand: Operand) -> [String]? {
    let value = translator.operand(operand, scope)
    switch value.kind {
    case .external: return nil
    case .double, .date:
      // The negative zero is a zero.
      return [
        "CASE WHEN \(value.sql) = '\(SpecialDouble.negativeZero)' THEN 0.0 ELSE \(value.sql) END"
      ]
    case .reference:
      // A number as a term of GROUP BY is the place of a column.
      let entity = entity(of: operand).flatMap { Int($0) == nil ? $0 : nil }
      return [value.sql] + (entity.map { [$0] } ?? [])
    default: return [value.sql]
    }
  }

  // MARK: - References

  private mutating func add(reference operand: Operand, _ value: SQLOperand) {
    let place = Int32(terms.count)
    terms.append(value.sql)
    let entity = entity(of: operand)
    if let entity { terms.append(entity) }
    outputs.append(value)
    cells.append(
      TableCell(
        kind: .reference, column: place, entityColumn: entity == nil ? -1 : place + 1,
        destination: value.destination ?? 0))
  }

  private func entity(of operand: Operand) -> String? {
    guard case .column(let path) = operand else { return nil }
    return scope.entityNumber(path)?.sql
  }

  private mutating func append(_ sql: String, _ kind: OperandKind) {
    outputs.append(SQLOperand(sql: sql, kind: kind))
    cells.append(TableCell(kind: kind, column: Int32(terms.count)))
    terms.append(sql)
  }

  // MARK: - Groups

  /// Returns a condition on the columns, in which nulls count as in memory.
  func condition(_ filter: Filter) -> String {
    let result = SQLScope(
      entity: scope.entity, layout: translator.layout, parameters: translator.parameters,
      outputs: outputs)
    return translator.condition(filter, result)
  }

  /// Adds a column of groups; false if it is not the same of all rows of a group.
  mutating func add(_ column: TableColumn) -> Bool {
    switch column {
    case .value(let input):
      guard query.shape.groups?.contains(input) == true else { return false }
      return addComparable(query.operands[input])
    case .count: append("COUNT(*)", .integer)
    case .statistic(let statistic, let input): add(statistic, of: query.operands[input])
    case .ratio: return false
    }
    return true
  }

  private mutating func add(_ statistic: TableStatistic, of operand: Operand) {
    let value = translator.operand(operand, scope)
    switch statistic {
    case .count: append("COUNT(\(value.sql))", .integer)
    case .sum where isNarrow(operand): append("IFNULL(SUM(\(value.sql)), 0)", .general)
    case .average where isNarrow(operand): append("AVG(\(value.sql))", .general)
    case .sum, .average: append(call(statistic, value), .general)
    case .minimum, .maximum: addExtreme(statistic, value)
    }
  }

  private mutating func addExtreme(_ statistic: TableStatistic, _ value: SQLOperand) {
    switch value.kind {
    case .integer, .text, .bytes, .uuid:
      append("\(statistic == .minimum ? "MIN" : "MAX")(\(value.sql))", value.kind)
    case .date: append(call(statistic, value), .date)
    case .double: append(call(statistic, value), .general)
    case .decimal, .general, .external, .reference: append(call(statistic, value), .general)
    }
  }

  private func call(_ statistic: TableStatistic, _ value: SQLOperand) -> String {
    switch value.kind {
    case .integer, .double, .date: "\(NumberFunctions.name(statistic))(\(value.sql))"
    default: "\(SQLFunctions.name(statistic.function))(\(value.general))"
    }
  }

  /// True if no number of rows makes a sum leave 64 bits, so that SQLite's own is exact.
  private func isNarrow(_ operand: Operand) -> Bool {
    guard case .column(let path) = operand, case .attribute(let index) = path.column else {
      return false
    }
    let schema = translator.schema
    let entity = path.hops.reduce(scope.entity) { schema.entities[$0.toOnes[$1].destination] }
    switch entity.attributes[index].type {
    case .integer16, .integer32, .boolean: return true
    default: return false
    }
  }
}

extension TableStatistic {
  /// The function over general values.
  fileprivate var function: AggregateFunction {
    switch self {
    case .sum, .count: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    }
  }
}
#endif
