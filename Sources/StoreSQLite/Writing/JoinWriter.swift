// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Writes pairs into join tables.
struct JoinWriter {
  private let plan: StorePlan
  private let connection: Connection
  /// See ``ChangeSet/keepsAllOwners``.
  private let keepsAllOwners: Bool

  init(_ plan: StorePlan, _ connection: Connection, keepsAllOwners: Bool) {
    self.plan = plan
    self.connection = connection
    self.keepsAllOwners = keepsAllOwners
  }

  /// The shape that changes share which one prepared statement serves.
  private struct Shape: Equatable {
    var link: Int
    var kind: LinkChange.Kind
    var hasFirstOrder: Bool
    var hasSecondOrder: Bool
  }

  private func shape(_ change: LinkChange) -> Shape {
    Shape(
      link: change.link, kind: change.kind, hasFirstOrder: change.orderInFirst != nil,
      hasSecondOrder: change.orderInSecond != nil)
  }

  func write(_ changes: [LinkChange]) throws(StoreError) {
    var start = 0
    while start < changes.count {
      let shape = shape(changes[start])
      var end = start + 1
      while end < changes.count, self.shape(changes[end]) == shape { end += 1 }
      let run = changes[start..<end]
      if let column = plan.layout.ownerColumns[shape.link] {
        try write(run, shape: shape, column: column)
      } else if let sql = bulk(shape), run.count >= FeedTable.worthwhile {
        try writeTogether(run, sql: sql, link: shape.link)
      } else {
        try write(run, shape)
      }
      start = end
    }
  }

  /// Members take the number of their owner, or lose it.
  private func write(
    _ changes: ArraySlice<LinkChange>, shape: Shape, column: OwnerColumn
  ) throws(StoreError) {
    let statement = try connection.statement(sql(shape, column))
    defer { statement.finish() }
    for change in changes {
      try run(statement, change, reversed: false)
      guard keepsAllOwners, connection.changes == 0 else { continue }
      let link = plan.schema.links[shape.link]
      throw StoreError(
        .engine, store: plan.store,
        message: "the object \(change.second.number) of "
          + "\(plan.schema.entities[link.secondEntity].name) is in \(link.firstName) of several "
          + "objects, of which an SQLite file keeps one since the relationship has no inverse")
    }
  }

  private func write(
    _ changes: ArraySlice<LinkChange>, _ shape: Shape
  ) throws(StoreError) {
    let statement = try connection.statement(try sql(shape))
    defer { statement.finish() }
    let isReflexive = plan.schema.links[shape.link].isReflexive
    for change in changes {
      try run(statement, change, reversed: false)
      if isReflexive, change.first.number != change.second.number {
        try writeReversed(change)
      }
    }
    if shape.kind == .add { try takeFromOthers(changes, shape.link) }
  }

  /// An object is in one owner's to-many without inverse at most, in a join table too.
  private func takeFromOthers(
    _ changes: ArraySlice<LinkChange>, _ link: Int
  ) throws(StoreError) {
    guard plan.schema.links[link].isOneSided, !keepsAllOwners, let join = plan.layout.joins[link]
    else { return }
    let statement = try connection.statement(
      "DELETE FROM \(SQLName(join.name)) WHERE \(SQLName(join.first)) <> ?1 "
        + "AND \(SQLName(join.second)) = ?2")
    defer { statement.finish() }
    var owners: [Int64: Int64] = [:]
    for change in changes { owners[change.second.number] = change.first.number }
    for (member, owner) in owners {
      statement.bind(owner, 1)
      statement.bind(member, 2)
      try statement.run()
    }
  }

  private func writeTogether(
    _ changes: ArraySlice<LinkChange>, sql: String, link: Int
  ) throws(StoreError) {
    let statement = try connection.statement(sql)
    defer { statement.finish() }
    try changes.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(buffer, isReversed: false)
      try statement.run()
      guard plan.schema.links[link].isReflexive else { return }
      connection.keyFeed.pointee.feed = Feed(buffer, isReversed: true)
      try statement.run()
    }
  }

  /// A relationship that is its own inverse is stored in both directions.
  private func writeReversed(_ change: LinkChange) throws(StoreError) {
    let shape = Shape(
      link: change.link, kind: change.kind, hasFirstOrder: change.orderInSecond != nil,
      hasSecondOrder: false)
    let statement = try connection.statement(try sql(shape))
    defer { statement.finish() }
    try run(statement, change, reversed: true)
  }

  private func run(
    _ statement: Statement, _ change: LinkChange, reversed: Bool
  ) throws(StoreError) {
    statement.bind((reversed ? change.second : change.first).number, 1)
    statement.bind((reversed ? change.first : change.second).number, 2)
    let orders = (
      reversed ? change.orderInSecond : change.orderInFirst,
      reversed ? change.orderInFirst : change.orderInSecond
    )
    if change.kind == .add {
      if let order = orders.0 { statement.bind(order, 3) }
      if let order = orders.1 { statement.bind(order, 4) }
    }
    try statement.run()
  }

  // MARK: - Statements

  /// Returns the statement that writes many pairs out of a ``Feed``; nil for links that keep an
  /// order.
  private func bulk(_ shape: Shape) -> String? {
    guard let join = plan.layout.joins[shape.link], join.firstOrder == nil,
      join.secondOrder == nil
    else { return nil }
    if plan.schema.links[shape.link].isOneSided, shape.kind == .add { return nil }
    let (table, first, second) = (SQLName(join.name), SQLName(join.first), SQLName(join.second))
    guard shape.kind == .add else {
      return "DELETE FROM \(table) WHERE rowid IN (SELECT j.rowid FROM \(FeedTable.keys) "
        + "CROSS JOIN \(table) j ON j.\(first) = c0 AND j.\(second) = c1)"
    }
    if plan.layout.hasForeignTriggers { return nil }
    return "INSERT OR IGNORE INTO \(table) (\(first), \(second)) "
      + "SELECT c0, c1 FROM \(FeedTable.keys)"
  }

  private func sql(_ shape: Shape, _ column: OwnerColumn) -> String {
    let (table, owner) = (SQLName(column.table), SQLName(column.owner))
    guard shape.kind == .add else {
      let order = column.order.map { ", \(SQLName($0)) = NULL" } ?? ""
      return "UPDATE \(table) SET \(owner) = NULL\(order) WHERE \(owner) = ?1 AND Z_PK = ?2"
    }
    var order = ""
    if let name = column.order.map({ SQLName($0) }) {
      let next =
        "(SELECT IFNULL(MAX(o.\(name)), 2048) + 1024 FROM \(table) o WHERE o.\(owner) = ?1)"
      order =
        shape.hasFirstOrder
        ? ", \(name) = ?3"
        : ", \(name) = CASE WHEN \(owner) = ?1 AND \(name) NOT NULL THEN \(name) ELSE \(next) END"
    }
    let isFree = keepsAllOwners ? " AND IFNULL(\(owner), ?1) = ?1" : ""
    return "UPDATE \(table) SET \(owner) = ?1\(order) WHERE Z_PK = ?2\(isFree)"
  }

  private func sql(_ shape: Shape) throws(StoreError) -> String {
    guard let join = plan.layout.joins[shape.link] else {
      let link = plan.schema.links[shape.link]
      throw StoreError(
        plan.layout.isComplete ? .engine : .schemaMismatch, store: plan.store,
        message: "the store has no place for \(link.firstName) of "
          + "\(plan.schema.entities[link.firstEntity].name)")
    }
    let (table, first, second) = (SQLName(join.name), SQLName(join.first), SQLName(join.second))
    guard shape.kind == .add else {
      return "DELETE FROM \(table) WHERE \(first) = ?1 AND \(second) = ?2"
    }
    var columns = ["\(first)", "\(second)"]
    var values = ["?1", "?2"]
    var assignments: [String] = []
    add(join.firstOrder, isGiven: shape.hasFirstOrder, parameter: "?3")
    add(join.secondOrder, isGiven: shape.hasSecondOrder, parameter: "?4")
    func add(_ order: String?, isGiven: Bool, parameter: String) {
      guard let order else { return }
      let name = SQLName(order)
      let owner = order == join.firstOrder ? "\(first) = ?1" : "\(second) = ?2"
      columns.append("\(name)")
      values.append(
        isGiven
          ? parameter : "(SELECT IFNULL(MAX(\(name)), 2048) + 1024 FROM \(table) WHERE \(owner))")
      if isGiven { assignments.append("\(name) = \(parameter)") }
    }
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT (\(first), \(second)) DO "
      + (assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments.joined(separator: ", "))")
  }
}
#endif
