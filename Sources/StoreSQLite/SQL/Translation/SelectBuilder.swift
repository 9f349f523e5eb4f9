// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A query as one statement with its parameters.
struct SelectBuilder {
  let sql: String
  let selection: Selection
  let parameters: SQLParameters

  /// Returns the statement of a query; nil when the store holds none of the entities asked for.
  static func select(_ query: Query, _ plan: StorePlan) -> SelectBuilder? {
    plan.templates.statement(query, for: .rows) { made(select: $0, plan) }
  }

  /// Returns the statement that counts a query's matches, offset and limit applied.
  static func count(_ query: Query, _ plan: StorePlan) -> SelectBuilder? {
    plan.templates.statement(query, for: .count) { made(count: $0, plan) }
  }

  private static func made(select query: Query, _ plan: StorePlan) -> SelectBuilder? {
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

  private static func made(count query: Query, _ plan: StorePlan) -> SelectBuilder? {
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
    if let trace = connection.trace { trace.explain(sql) }
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

  /// Makes a statement of parts.
  ///
  /// - Parameter selection: the rows that it reads, where they are others than those of the parts.
  init(_ sql: String, _ parts: Parts, selection: Selection? = nil) {
    self.init(
      sql: sql, selection: selection ?? parts.selection, parameters: parts.parameters)
  }

  init(sql: String, selection: Selection, parameters: SQLParameters) {
    self.sql = sql
    self.selection = selection
    self.parameters = parameters
  }

  /// The pieces that selecting, counting and tables share.
  struct Parts {
    let selection: Selection
    let parameters = SQLParameters()
    let scope: SQLScope
    let table: TableLayout
    /// From `WHERE` on; empty when all rows of the table are asked for.
    let condition: String

    init?(_ query: Query, _ plan: StorePlan) {
      let layout = plan.layout
      let concrete = layout.held(query.concreteEntities)
      guard !concrete.isEmpty, let table = layout.table(of: query.entity),
        let selection = plan.selection(for: query)
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
        scope.require(filter)
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
      let keys = query.sort.map { key in
        let term = Parts.term(scope.column(key.path), key.collation)
        return "\(term)\(key.isAscending ? "" : " DESC"), "
      }
      return keys.joined() + "t0.Z_PK"
    }

    /// Returns the term that a column is sorted by.
    static func term(_ column: SQLOperand, _ collation: Collation) -> String {
      switch column.kind {
      case .text: return "\(column.sql) COLLATE \(SQLFunctions.name(collation))"
      case .double:
        return "(CASE typeof(\(column.sql)) WHEN 'text' THEN CASE \(column.sql) "
          + "WHEN '\(SpecialDouble.negativeZero)' THEN 0 ELSE -9e999 END ELSE \(column.sql) END)"
      case .decimal: return "\(SQLFunctions.decimalKeyName)(\(column.sql))"
      case .external: return column.general
      default: return column.sql
      }
    }

    func limit(_ query: Query) -> String { limit(query.limit, offset: query.offset) }

    func limit(_ limit: Int, offset: Int) -> String {
      guard limit > 0 || offset > 0 else { return "" }
      let count = parameters.add(.integer(limit > 0 ? Int64(limit) : -1))
      return " LIMIT \(count) OFFSET \(parameters.add(.integer(Int64(offset))))"
    }
  }
}
#endif
