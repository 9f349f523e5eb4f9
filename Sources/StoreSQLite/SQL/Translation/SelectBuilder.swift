// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A query as one statement with its parameters.
struct SelectBuilder {
  let sql: String
  let selection: Selection
  private let parameters: SQLParameters

  /// Returns the statement of a query; nil when the store holds none of the entities asked for.
  static func select(_ query: Query, _ plan: StorePlan) throws(StoreError) -> SelectBuilder? {
    guard let parts = Parts(query, plan) else { return nil }
    let order = parts.order(query)
    let columns: String
    switch query.output {
    // With a limit, rows beyond what is packed ahead are read by number.
    case .rows where query.limit > 0 && parts.selection.isPacked:
      columns = "\(parts.selection.text), t0.Z_PK"
    case .rows: columns = parts.selection.text
    case .keys: columns = parts.selection.keyText
    }
    return SelectBuilder(
      sql: "SELECT \(columns) \(parts.source) ORDER BY \(order)\(parts.limit(query))",
      selection: parts.selection, parameters: parts.parameters)
  }

  /// Returns the statement that counts a query's matches, offset and limit applied.
  static func count(_ query: Query, _ plan: StorePlan) throws(StoreError) -> SelectBuilder? {
    guard let parts = Parts(query, plan) else { return nil }
    let limit = parts.limit(query)
    let sql =
      limit.isEmpty
      ? "SELECT COUNT(*) \(parts.source)"
      : "SELECT COUNT(*) FROM (SELECT 1 \(parts.source)\(limit))"
    return SelectBuilder(sql: sql, selection: parts.selection, parameters: parts.parameters)
  }

  /// Lends the bound statement.
  func run<T>(
    on connection: Connection, _ body: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let statement = try connection.statement(sql)
    defer {
      if parameters.hasObjects { statement.forgetParameters() }
      statement.finish()
    }
    for (index, parameter) in parameters.values.enumerated() {
      parameter.bind(to: statement, Int32(index + 1))
    }
    return try body(statement)
  }

  /// The pieces that selecting and counting share.
  private struct Parts {
    let selection: Selection
    let parameters = SQLParameters()
    private let scope: SQLScope
    private let table: TableLayout
    private let condition: String

    init?(_ query: Query, _ plan: StorePlan) {
      let layout = plan.layout
      let concrete = layout.held(query.concreteEntities)
      guard !concrete.isEmpty, let table = layout.table(of: query.entity),
        let selection = plan.selection(of: query.entity)
      else { return nil }
      self.table = table
      self.selection = selection
      scope = SQLScope(
        entity: layout.schema.entities[query.entity], layout: layout, parameters: parameters)
      var conditions: [String] = []
      if concrete.count < table.entities.count {
        let numbers = concrete.compactMap { layout.entities[$0]?.number }
        conditions.append(Parts.entityCondition(numbers))
      }
      if let filter = query.filter {
        let translator = FilterTranslator(
          layout: layout, parameters: parameters, nulls: query.nullSemantics)
        conditions.append(translator.condition(filter, scope))
      }
      condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private static func entityCondition(_ numbers: [Int64]) -> String {
      numbers.count == 1
        ? "t0.Z_ENT = \(numbers[0])"
        : "t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }

    var source: String { "FROM \(SQLName(table.name)) t0\(scope.joins)\(condition)" }

    func order(_ query: Query) -> String {
      let keys = query.sort.map { "\(term($0))\($0.isAscending ? "" : " DESC"), " }.joined()
      return keys + "t0.Z_PK"
    }

    private func term(_ key: SortKey) -> String {
      let column = scope.column(key.path)
      switch column.kind {
      case .text: return "\(column.sql) COLLATE \(SQLFunctions.name(key.collation))"
      case .double:
        return "(CASE typeof(\(column.sql)) WHEN 'text' THEN CASE \(column.sql) "
          + "WHEN '\(SpecialDouble.negativeZero)' THEN 0 ELSE -9e999 END ELSE \(column.sql) END)"
      case .decimal: return "\(SQLFunctions.decimalKeyName)(\(column.sql))"
      case .external: return column.general
      default: return column.sql
      }
    }

    func limit(_ query: Query) -> String {
      guard query.limit > 0 || query.offset > 0 else { return "" }
      let limit = parameters.add(.integer(query.limit > 0 ? Int64(query.limit) : -1))
      return " LIMIT \(limit) OFFSET \(parameters.add(.integer(Int64(query.offset))))"
    }
  }
}
#endif
