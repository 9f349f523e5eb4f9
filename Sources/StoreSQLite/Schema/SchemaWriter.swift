// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The statements that make a file's tables and indexes.
struct SchemaWriter {
  let layout: StoreLayout

  private var schema: StoreSchema { layout.schema }

  /// Tables of every store, then the layout's.
  var tableStatements: [String] {
    [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
        + "Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      ModelCacheTable.statement,
    ] + layout.tables.map(tableStatement) + layout.joins.compactMap { $0.map(joinStatement) }
  }

  /// The indexes that the model asks for. Their meaning is never read from their names: of several with one
  /// name the later ones are numbered.
  var indexes: [TableIndex] {
    var taken: Set<String> = []
    var indexes =
      layout.tables.flatMap(tableIndexes) + layout.joins.compactMap { $0.map(joinIndex) }
    for place in indexes.indices {
      let name = indexes[place].name
      var number = 1
      while !taken.insert(indexes[place].name.uppercased()).inserted {
        number += 1
        indexes[place].name = "\(name)_\(number)"
      }
    }
    return indexes
  }

  // MARK: - Tables

  private func tableStatement(_ table: TableLayout) -> String {
    statement(of: table, named: table.name)
  }

  private func joinStatement(_ join: JoinLayout) -> String {
    statement(of: join, named: join.name)
  }

  /// Returns the statement for a table under another name.
  func statement(of table: TableLayout, named name: String) -> String {
    let columns = table.columns.map { ", \(SQLName($0.name)) \($0.declaredType)" }.joined()
    return "CREATE TABLE \(SQLName(name)) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
      + "Z_OPT INTEGER\(columns) )"
  }

  func statement(of join: JoinLayout, named name: String) -> String {
    let keys = join.isFirstLeading ? [join.first, join.second] : [join.second, join.first]
    let orders = [join.firstOrder, join.secondOrder].compactMap(\.self)
    let columns = (keys + orders).map { "\(SQLName($0)) INTEGER, " }.joined()
    return "CREATE TABLE \(SQLName(name)) ( \(columns)PRIMARY KEY "
      + "(\(SQLName(keys[0])), \(SQLName(keys[1]))) )"
  }

  // MARK: - Indexes

  private func tableIndexes(_ table: TableLayout) -> [TableIndex] {
    var result: [TableIndex] = []
    // A fetch index of a to-one alone is its key's index (R-REQ-150).
    var keys: Set<String> = []
    func add(key column: String) {
      let index = TableIndex("\(table.name)_\(column)_INDEX", on: table.name, [column])
      keys.insert(index.shape)
      result.append(index)
    }
    if table.isHierarchy {
      result.append(TableIndex("\(table.name)_Z_ENT_INDEX", on: table.name, ["Z_ENT"]))
    }
    for entity in table.entities.map({ schema.entities[$0] }) {
      guard let columns = layout.entities[entity.index] else { continue }
      for (toOne, names) in zip(entity.toOnes, columns.toOnes)
      where toOne.declaredBy == entity.index {
        if let names { add(key: names.number) }
      }
      for (link, column) in zip(schema.links, layout.ownerColumns)
      where link.secondEntity == entity.index {
        if let column { add(key: column.owner) }
      }
      result += fetchIndexes(entity, table).filter { !keys.contains($0.shape) }
      result += uniqueIndexes(entity, table)
    }
    return result
  }

  private func fetchIndexes(_ entity: EntitySchema, _ table: TableLayout) -> [TableIndex] {
    entity.indexes.filter { $0.declaredBy == entity.index }.compactMap { fetchIndex in
      let elements = fetchIndex.elements.compactMap { element in
        layout.name(of: element.column, in: entity.index).map {
          TableIndex.Element(column: $0, isAscending: element.isAscending)
        }
      }
      guard !elements.isEmpty, layout.isComplete || elements.count == fetchIndex.elements.count
      else { return nil }
      return TableIndex(
        name: "Z_\(entity.name)_\(fetchIndex.name)", table: table.name, elements: elements)
    }
  }

  private func uniqueIndexes(_ entity: EntitySchema, _ table: TableLayout) -> [TableIndex] {
    entity.constraints.filter { $0.declaredBy == entity.index }.compactMap { constraint in
      let names = constraint.columns.map { SchemaWriter.name(of: $0, in: entity) }
      let elements = constraint.columns.compactMap { layout.name(of: $0, in: entity.index) }
        .map { TableIndex.Element(column: $0, isAscending: true) }
      guard elements.count == constraint.columns.count else { return nil }
      return TableIndex(
        name: "Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))", table: table.name,
        elements: elements, isUnique: true, scope: scope(of: constraint, entity))
    }
  }

  /// An inherited column may hold values of entities that the constraint does not concern.
  private func scope(of constraint: ConstraintSchema, _ entity: EntitySchema) -> String {
    guard schema.isScoped(constraint) else { return "" }
    let numbers = layout.held(entity.subtree).compactMap { layout.entities[$0]?.number }
    return " WHERE Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// Returns the name of a column in the model.
  static func name(of column: Column, in entity: EntitySchema) -> String {
    switch column {
    case .attribute(let index): entity.attributes[index].name
    case .toOne(let index): entity.toOnes[index].name
    case .key: "Z_PK"
    }
  }

  private func joinIndex(_ join: JoinLayout) -> TableIndex {
    let keys = join.isFirstLeading ? [join.first, join.second] : [join.second, join.first]
    return TableIndex("\(join.name)_\(keys[1])_INDEX", on: join.name, [keys[1], keys[0]])
  }
}

extension StoreSchema {
  /// Returns true if a constraint's columns may be filled in by entities outside of its own
  /// subtree: all of them are inherited. One own column confines it, for it is null elsewhere.
  func isScoped(_ constraint: ConstraintSchema) -> Bool {
    let entity = entities[constraint.declaredBy]
    guard entity.parent != nil else { return false }
    return constraint.columns.allSatisfy { column in
      switch column {
      case .attribute(let index): entity.attributes[index].declaredBy != entity.index
      case .toOne(let index): entity.toOnes[index].declaredBy != entity.index
      case .key: false
      }
    }
  }
}
#endif
