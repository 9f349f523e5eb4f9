// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
import StoreInterface

/// The tables that an expression may speak of: one entity's, and those joined over its to-ones.
final class SQLScope {
  let alias: String
  let entity: EntitySchema
  private let layout: StoreLayout
  private let parameters: SQLParameters
  private var aliases: [[Int]: String] = [:]
  /// The columns of a result that is spoken of instead of tables; nil for tables.
  private let outputs: [SQLOperand]?
  /// One join a hop.
  private(set) var joins = ""
  /// The hops without whose destination there is no match.
  private var required: Set<[Int]> = []

  /// - Parameter outputs: the columns of a result, which attributes then are by their indexes.
  init(
    entity: EntitySchema, layout: StoreLayout, parameters: SQLParameters,
    outputs: [SQLOperand]? = nil
  ) {
    self.outputs = outputs
    self.entity = entity
    self.layout = layout
    self.parameters = parameters
    alias = parameters.newAlias()
  }

  /// Has what a condition looks along be there, if no null satisfies it: SQLite may then begin at the
  /// path's end. Allocates nothing for conditions on the row itself.
  func require(_ filter: Filter) {
    if case .and(let filters) = filter {
      for filter in filters { require(filter) }
    } else if let path = filter.rejectingPath, !path.hops.isEmpty {
      require(path)
    }
  }

  private func require(_ path: ColumnPath) {
    let hops = path.column == .key ? path.hops.dropLast() : path.hops[...]
    for count in hops.indices { required.insert(Array(hops[...count])) }
  }

  /// Returns the alias of the table that to-ones lead to, and its entity; nil when the store does
  /// not hold what lies on the way: then everything beyond is null.
  func follow(_ hops: [Int]) -> (alias: String, entity: EntitySchema)? {
    var current = (alias: alias, entity: entity)
    for (index, hop) in hops.enumerated() {
      let destination = layout.schema.entities[current.entity.toOnes[hop].destination]
      guard let columns = layout.entities[current.entity.index]?.toOnes[hop],
        let table = layout.table(of: destination.index)
      else { return nil }
      let path = Array(hops[...index])
      let next =
        aliases[path]
        ?? join(
          table: table, owner: current.alias, columns: columns,
          isRequired: required.contains(path))
      aliases[path] = next
      current = (next, destination)
    }
    return current
  }

  private func join(
    table: TableLayout, owner: String, columns: ToOneColumns, isRequired: Bool
  ) -> String {
    let next = parameters.newAlias()
    joins +=
      "\(isRequired ? "" : " LEFT") JOIN \(SQLName(table.name)) \(next)"
      + " ON \(next).Z_PK = \(owner).\(SQLName(columns.number))"
    return next
  }

  /// Returns a column reached over to-ones; the key of a destination is the to-one column that
  /// leads to it.
  func column(_ path: ColumnPath) -> SQLOperand {
    if let outputs, case .attribute(let index) = path.column { return outputs[index] }
    var hops = path.hops
    var column = path.column
    if column == .key, let last = hops.popLast() { column = .toOne(last) }
    guard let (alias, entity) = follow(hops), let name = layout.name(of: column, in: entity.index)
    else { return SQLOperand(sql: "NULL", kind: .general, constant: .null) }
    let sql = "\(alias).\(SQLName(name))"
    switch column {
    case .attribute(let index):
      return SQLOperand(sql: sql, kind: OperandKind(entity.attributes[index]))
    case .toOne(let index):
      return SQLOperand(
        sql: sql, kind: .reference, destination: entity.toOnes[index].destination)
    case .key:
      return SQLOperand(
        sql: sql, kind: .reference, destination: entity.index, isNullable: false)
    }
  }

  /// Returns the file's number of the entity that a path leads to.
  func entityNumber(_ path: ColumnPath) -> (sql: String, presence: String)? {
    var hops = path.hops
    var column = path.column
    if column == .key, let last = hops.popLast() { column = .toOne(last) }
    guard let (alias, entity) = follow(hops), let place = layout.entities[entity.index] else {
      return nil
    }
    guard case .toOne(let index) = column else {
      // What other software wrote there counts only where a table has several entities.
      let isHierarchy = layout.table(of: entity.index)?.isHierarchy ?? true
      return (isHierarchy ? "\(alias).Z_ENT" : "\(place.number)", "\(alias).Z_PK")
    }
    guard let names = place.toOnes[index] else { return nil }
    let presence = "\(alias).\(SQLName(names.number))"
    if let name = names.entity { return ("\(alias).\(SQLName(name))", presence) }
    guard let number = layout.entities[entity.toOnes[index].destination]?.number else { return nil }
    return ("\(number)", presence)
  }
}
#endif
