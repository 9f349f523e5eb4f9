// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Writes pairs into join tables.
struct LinkWriter {
  private let plan: StorePlan
  private let connection: Connection

  init(_ plan: StorePlan, _ connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  /// What makes one statement serve several changes.
  private struct Shape: Equatable {
    var link: Int
    var kind: LinkChange.Kind
    var hasFirstOrder: Bool
    var hasSecondOrder: Bool
  }

  func write(_ changes: [LinkChange]) throws(StoreError) {
    var last: Shape?
    var statement: Statement?
    defer { statement?.finish() }
    for change in changes {
      let shape = Shape(
        link: change.link, kind: change.kind, hasFirstOrder: change.orderInFirst != nil,
        hasSecondOrder: change.orderInSecond != nil)
      if shape != last {
        statement?.finish()
        statement = try connection.statement(try sql(shape))
        last = shape
      }
      guard let statement else { continue }
      try run(statement, change, reversed: false)
      let isReflexive = plan.schema.links[change.link].isReflexive
      if isReflexive, change.first.number != change.second.number {
        try writeReversed(change)
      }
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

  private func sql(_ shape: Shape) throws(StoreError) -> String {
    guard let join = plan.layout.joins[shape.link] else {
      let link = plan.schema.links[shape.link]
      throw StoreError(
        .engine, store: plan.store,
        message: "the store does not hold both ends of \(link.firstName)")
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
          ? parameter : "(SELECT IFNULL(MAX(\(name)), 1024) + 1024 FROM \(table) WHERE \(owner))")
      if isGiven { assignments.append("\(name) = \(parameter)") }
    }
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT (\(first), \(second)) DO "
      + (assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments.joined(separator: ", "))")
  }
}
#endif
