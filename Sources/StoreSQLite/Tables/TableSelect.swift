// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A question for a table as one statement, with what is left to do on its rows.
struct TableSelect {
  let select: SelectBuilder
  /// How the inputs of what is left stand in a row.
  let cells: [TableCell]
  /// The part of the question that is left to do.
  let remainder: TableShape

  /// Nil when the store holds none of the entities asked for.
  init?(_ query: TableQuery, _ plan: StorePlan) {
    guard let parts = SelectBuilder.Parts(query.rows, plan) else { return nil }
    self =
      TableSelect(groupsOf: query, parts, plan) ?? TableSelect(distinct: query, parts, plan)
      ?? TableSelect(rowsOf: query, parts, plan)
  }

  // MARK: - Rows

  /// The operands of every row, in the order of the rows.
  private init(rowsOf query: TableQuery, _ parts: SelectBuilder.Parts, _ plan: StorePlan) {
    var output = TableColumns(query, parts: parts, plan: plan)
    for operand in query.operands { output.add(operand) }
    let order = parts.order(query.rows)
    remainder = query.shape.isPlain ? query.shape.withoutWindow : query.shape
    let limit =
      query.shape.isPlain ? parts.limit(query.shape.limit, offset: query.shape.offset) : ""
    select = SelectBuilder(
      "SELECT \(output.list) \(parts.source) ORDER BY \(order)\(limit)", parts)
    cells = output.cells
  }

  /// SQLite looks at all rows by number and hands on those it has not seen: so they come in the order
  /// of the first ones, which is all that an order by columns needs. Nil where it might look at them in
  /// another order, and for other questions.
  private init?(distinct query: TableQuery, _ parts: SelectBuilder.Parts, _ plan: StorePlan) {
    let shape = query.shape
    guard shape.groups == nil, shape.isDistinct, shape.having == nil, parts.condition.isEmpty,
      let order = query.visibleOrder
    else { return nil }
    var output = TableColumns(query, parts: parts, plan: plan)
    var left = shape
    left.order += order
    left.isDistinct = shape.columns.count > shape.visibleCount
    for (place, column) in shape.columns.enumerated() {
      guard case .value(let input) = column, output.addComparable(query.operands[input]) else {
        return nil
      }
      left.columns[place] = .value(place)
    }
    let isComplete = left.order.isEmpty && !left.isDistinct
    let limit = isComplete ? parts.limit(shape.limit, offset: shape.offset) : ""
    select = SelectBuilder(
      "SELECT DISTINCT \(output.list) FROM \(SQLName(parts.table.name)) t0 NOT INDEXED"
        + "\(parts.scope.joins)\(limit)", parts)
    cells = output.cells
    remainder = isComplete ? left.withoutWindow : left
  }

  // MARK: - Groups

  /// A row a group. Nil for other questions, and where a column is not the same of all rows of a group.
  private init?(groupsOf query: TableQuery, _ parts: SelectBuilder.Parts, _ plan: StorePlan) {
    guard let groups = query.shape.groups,
      let order = TableSelect.order(ofGroupsOf: query, parts)
    else { return nil }
    var output = TableColumns(query, parts: parts, plan: plan)
    for column in query.shape.columns {
      guard output.add(column) else { return nil }
    }
    let columns = output.list
    var terms: [String] = []
    for group in groups {
      guard let group = output.comparable(query.operands[group]) else { return nil }
      terms += group
    }
    let having = query.shape.having.map { " HAVING \(output.condition($0))" } ?? ""
    let isWindowed = !query.shape.isDistinct && query.shape.order.isEmpty
    let window = query.shape
    let limit = isWindowed ? parts.limit(window.limit, offset: window.offset) : ""
    let clause = terms.isEmpty ? "" : " GROUP BY \(terms.joined(separator: ", "))\(having)\(order)"
    select = SelectBuilder("SELECT \(columns) \(parts.source)\(clause)\(limit)", parts)
    cells = output.cells
    remainder = query.shape.ofResults(withoutWindow: isWindowed)
  }

  /// Returns the order of the groups' first rows, which is that of the groups if all keys but the
  /// number are of the group; nil if not.
  private static func order(
    ofGroupsOf query: TableQuery, _ parts: SelectBuilder.Parts
  ) -> String? {
    guard let groups = query.shape.groups, !groups.isEmpty else { return "" }
    let operands = groups.map { query.operands[$0] }
    var terms: [String] = []
    for key in query.rows.sort {
      guard operands.contains(.column(key.path)) else { return nil }
      let term = SelectBuilder.Parts.term(parts.scope.column(key.path), key.collation)
      terms.append(key.isAscending ? term : "\(term) DESC")
    }
    return " ORDER BY \((terms + ["MIN(t0.Z_PK)"]).joined(separator: ", "))"
  }
}

extension TableQuery {
  /// The order of the rows as one by visible columns; nil if it is by anything else.
  fileprivate var visibleOrder: [TableOrder]? {
    var order: [TableOrder] = []
    for key in rows.sort {
      let place = shape.columns.prefix(shape.visibleCount).firstIndex { column in
        guard case .value(let input) = column else { return false }
        return operands[input] == .column(key.path)
      }
      guard let place else { return nil }
      order.append(TableOrder(place, ascending: key.isAscending, collation: key.collation))
    }
    return order
  }
}

extension TableShape {
  fileprivate var withoutWindow: TableShape {
    var shape = self
    (shape.offset, shape.limit) = (0, 0)
    return shape
  }

  /// The part that is left when the groups are made.
  fileprivate func ofResults(withoutWindow isWindowed: Bool) -> TableShape {
    var shape = isWindowed ? withoutWindow : self
    shape.groups = nil
    shape.having = nil
    shape.columns = columns.indices.map { .value($0) }
    return shape
  }
}
#endif
