// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// How one table of the destination gets its rows from one of the source.
struct TableMigration {
  /// The table of the source.
  let old: TableLayout
  let new: TableLayout
  /// The entities of the source whose objects it gets.
  let entities: [Int]
  /// Columns of orders that are made anew.
  let unordered: Set<String>
  private let layouts: MigrationLayouts
  private let values: [Int: [String: ColumnValue]]

  init(
    _ new: TableLayout, from old: TableLayout, _ layouts: MigrationLayouts,
    gathering: Gathering
  ) {
    self.new = new
    self.old = old
    self.layouts = layouts
    entities = layouts.entities(from: old, into: new)
    var values: [Int: [String: ColumnValue]] = [:]
    var unordered: Set<String> = []
    for entity in entities {
      let found = EntityValues(of: entity, in: old, layouts, gathering: gathering)
      values[entity] = found.values
      unordered.formUnion(found.unordered)
    }
    self.values = values
    self.unordered = unordered
  }

  /// The numbers of the rows in the file, as a list.
  var numbers: String { layouts.oldNumbers(entities) }

  /// The new number of a row.
  var renumbered: String { layouts.renumbered("Z_ENT", entities) }

  /// Entities whose number changes.
  var renumberedEntities: [Int] {
    entities.filter { layouts.oldNumber(of: $0) != layouts.newNumber(of: $0) }
  }

  func value(of column: String, in entity: Int) -> ColumnValue {
    values[entity]?[column] ?? .nothing
  }

  /// Returns true if rows of an entity may have something in a column of the source's table.
  func mayFill(_ column: String, _ entity: Int) -> Bool {
    guard let place = layouts.source.entities[entity] else { return false }
    let toOnes = place.toOnes.compactMap { $0 }.flatMap {
      [$0.number, $0.entity, $0.order].compactMap(\.self)
    }
    let owners = layouts.source.ownerColumns.compactMap { $0 }.filter { $0.table == old.name }
      .flatMap { [$0.owner, $0.order].compactMap(\.self) }
    return place.attributes.contains(column) || toOnes.contains(column) || owners.contains(column)
  }

  /// Returns an expression that has another value for rows of each of some entities.
  func choice(_ expressions: [(entities: [Int], sql: String)], otherwise: String) -> String {
    if expressions.count == 1, expressions[0].entities.count == entities.count {
      return expressions[0].sql
    }
    let cases = expressions.flatMap { expression in
      expression.entities.map { " WHEN \(layouts.oldNumber(of: $0)) THEN \(expression.sql)" }
    }
    return cases.isEmpty ? otherwise : "CASE Z_ENT\(cases.joined()) ELSE \(otherwise) END"
  }

  // MARK: - Copying

  /// The statement that copies all rows.
  func copy(into name: String) -> String {
    let columns = new.columns.map { ", \(SQLName($0.name))" }.joined()
    let values = new.columns.map { ", \(expression(of: $0.name))" }.joined()
    // By the order of the keys, not by an index of entities.
    return "INSERT INTO \(SQLName(name)) (Z_PK, Z_ENT, Z_OPT\(columns)) "
      + "SELECT Z_PK, \(renumbered), Z_OPT\(values) FROM \(SQLName(old.name)) "
      + "WHERE +Z_ENT IN (\(numbers)) ORDER BY Z_PK"
  }

  private func expression(of column: String) -> String {
    var groups: [(entities: [Int], sql: String)] = []
    for entity in entities {
      let value = value(of: column, in: entity)
      if value == .nothing { continue }
      if let place = groups.firstIndex(where: { $0.sql == value.sql }) {
        groups[place].entities.append(entity)
      } else {
        groups.append(([entity], value.sql))
      }
    }
    return choice(groups, otherwise: "NULL")
  }

  // MARK: - Orders

  /// Puts the members of ordered relationships that have no order yet into that of their numbers, behind
  /// those that have one (R-REQ-138).
  func orderingStatements() -> [String] {
    orderColumns().filter { unordered.contains($0.order) }.map { owner, order in
      let (table, owner, order) = (SQLName(new.name), SQLName(owner), SQLName(order))
      return
        "UPDATE \(table) SET \(order) = r.o FROM (SELECT Z_PK AS k, 2048 + 1024 * ROW_NUMBER() "
        + "OVER (PARTITION BY \(owner) ORDER BY \(order) IS NULL, \(order), Z_PK) AS o "
        + "FROM \(table) WHERE \(owner) NOT NULL) r WHERE r.k = \(table).Z_PK"
    }
  }

  /// The columns of owners with their orders.
  private func orderColumns() -> [(owner: String, order: String)] {
    let toOnes = new.entities.flatMap { layouts.destination.entities[$0]?.toOnes ?? [] }
      .compactMap { columns in columns.flatMap { found in found.order.map { (found.number, $0) } } }
    let owners = layouts.destination.ownerColumns.compactMap { column in
      column.flatMap { found in
        found.table == new.name ? found.order.map { (found.owner, $0) } : nil
      }
    }
    var seen: Set<String> = []
    return (toOnes + owners).filter { seen.insert($0.1).inserted }
      .map { (owner: $0.0, order: $0.1) }
  }
}
#endif
