// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Finds the members of a to-many of many owners, some owners a statement.
struct MemberQuery {
  private let plan: StorePlan
  private let selection: Selection
  private let withRows: Bool
  private let isOrdered: Bool
  /// From `SELECT` to the list of owners, which the order follows.
  private let head: String
  private let tail: String

  /// Nil when the store does not hold the relationship.
  init?(_ plan: StorePlan, _ reference: RelationshipReference, withRows: Bool) {
    let relationship = plan.schema.entities[reference.entity].toManys[reference.toMany]
    guard plan.layout.entities[reference.entity] != nil,
      let selection = plan.hierarchySelection(of: relationship.destination)
    else { return nil }
    self.plan = plan
    self.selection = selection
    self.withRows = withRows
    isOrdered = relationship.isOrdered
    let source: Source
    switch relationship.storage {
    case .inverse(let toOne):
      guard let columns = plan.layout.entities[relationship.destination]?.toOnes[toOne] else {
        return nil
      }
      source = Source(
        table: "\(SQLName(selection.table.name)) t0", owner: "t0.\(SQLName(columns.number))",
        order: columns.order.map { "t0.\(SQLName($0))" })
    case .link(let index, let side):
      if let column = plan.layout.ownerColumns[index] {
        source = Source(
          table: "\(SQLName(column.table)) t0", owner: "t0.\(SQLName(column.owner))",
          order: column.order.map { "t0.\(SQLName($0))" })
      } else {
        guard let join = plan.layout.joins[index] else { return nil }
        source = Source(join: join, side: side, selection: selection)
      }
    }
    let order = isOrdered ? source.order ?? "NULL" : nil
    head =
      "SELECT \(source.owner), \(order ?? "NULL"), "
      + (withRows ? selection.text : selection.keyText)
      + " FROM \(source.table) WHERE \(source.owner) IN ("
    tail = ") ORDER BY \(source.owner), \(order.map { "\($0), " } ?? "")\(source.member)"
  }

  private struct Source {
    var table: String
    var owner: String
    /// The number of the member: in a link the link's column, whose index has it in this order.
    var member = "t0.Z_PK"
    var order: String?

    init(table: String, owner: String, order: String?) {
      self.table = table
      self.owner = owner
      self.order = order
    }

    init(join: JoinLayout, side: LinkSide, selection: Selection) {
      member = "j.\(SQLName(join.column(side.other)))"
      table =
        "\(SQLName(join.name)) j JOIN \(SQLName(selection.table.name)) t0 ON t0.Z_PK = \(member)"
      owner = "j.\(SQLName(join.column(side)))"
      order = join.order(ownedBy: side).map { "j.\(SQLName($0))" }
    }
  }

  func members(of owners: [ObjectKey], _ connection: Connection) throws(StoreError) -> RelatedBatch
  {
    let sorted = owners.indices.sorted { owners[$0].number < owners[$1].number }
    let numbers = sorted.map { owners[$0].number }
    var batch = RelatedBatch()
    let reader = withRows ? RowReader(selection, connection) : nil
    for (range, parameters) in KeyChunks(count: numbers.count) {
      let statement = try connection.statement(head + KeyChunks.parameters(parameters) + tail)
      defer { statement.finish() }
      KeyChunks.bind(numbers[range], parameters: parameters, to: statement)
      reader?.restart()
      var next = range.lowerBound
      while try step(statement, reader) {
        let owner = statement.integer(0)
        while next < range.upperBound, numbers[next] < owner { next += 1 }
        guard next < range.upperBound, numbers[next] == owner else { continue }
        try add(statement, reader, to: &batch)
        if isOrdered { batch.orders.append(statement.integer(1)) }
        batch.owners.append(Int32(sorted[next]))
      }
    }
    return batch.arranged(owners: sorted, numbers: numbers)
  }

  @inline(__always)
  private func step(_ statement: Statement, _ reader: RowReader?) throws(StoreError) -> Bool {
    guard let reader else { return try statement.step() }
    return try reader.step(statement)
  }

  @inline(__always)
  private func add(
    _ statement: Statement, _ reader: RowReader?, to batch: inout RelatedBatch
  ) throws(StoreError) {
    guard let reader else {
      return batch.keys.append(try selection.key(statement, at: 2, plan))
    }
    guard let number = try reader.number(statement, at: 2) else { return }
    batch.keys.append(reader.key(number))
    batch.rows.append(try reader.row(number))
  }
}

extension RelatedBatch {
  /// Sorted by owner position. Members were found in the order of the owners' numbers, and those of
  /// an owner that was asked for several times only once.
  fileprivate func arranged(owners sorted: [Int], numbers: [Int64]) -> RelatedBatch {
    let isAscending = zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 }
    let isUnique = zip(numbers, numbers.dropFirst()).allSatisfy { $0 != $1 }
    if isAscending && isUnique { return self }
    var ranges: [Int32: Range<Int>] = [:]
    for (index, owner) in owners.enumerated() {
      ranges[owner] = (ranges[owner]?.lowerBound ?? index)..<(index + 1)
    }
    var first: [Int64: Int] = [:]
    for (position, number) in zip(sorted, numbers) where first[number] == nil {
      first[number] = position
    }
    var result = RelatedBatch()
    for (position, number) in zip(sorted, numbers).sorted(by: { $0.0 < $1.0 }) {
      guard let source = first[number], let range = ranges[Int32(source)] else { continue }
      result.append(self, range, as: Int32(position))
    }
    return result
  }

  private mutating func append(_ other: RelatedBatch, _ range: Range<Int>, as owner: Int32) {
    owners.append(contentsOf: repeatElement(owner, count: range.count))
    keys.append(contentsOf: other.keys[range])
    if !other.orders.isEmpty { orders.append(contentsOf: other.orders[range]) }
    if !other.rows.isEmpty { rows.append(contentsOf: other.rows[range]) }
  }
}
#endif
