// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Names the join tables of links and their columns.
struct JoinBuilder {
  private let existing: FileSchema?
  private let schema: StoreSchema
  private let numbers: EntityNumbers
  private let isLenient: Bool
  private let store: String
  /// By link: the computed columns for the keys of its sides.
  private var columns: [(first: String, second: String)?]
  /// By link: the side whose relationship names the table.
  private var leading: [LinkSide?]

  /// - Parameter existing: nil when the file is new.
  init(
    schema: StoreSchema, numbers: EntityNumbers, existing: FileSchema?, isLenient: Bool = false,
    store: String
  ) {
    self.schema = schema
    self.numbers = numbers
    self.existing = existing
    self.isLenient = isLenient
    self.store = store
    leading = Array(repeating: nil, count: schema.links.count)
    columns = Array(repeating: nil, count: schema.links.count)
    nameAll()
  }

  func isHeld(_ link: LinkSchema) -> Bool {
    numbers[link.firstEntity] != nil && numbers[link.secondEntity] != nil
  }

  /// Nil unless the store holds both ends, or for a table that may be missing.
  func join(_ index: Int) throws(StoreError) -> JoinLayout? {
    let link = schema.links[index]
    guard isHeld(link), let (first, second) = columns[index], let side = leading[index] else {
      return nil
    }
    guard let existing else {
      return layout(link, name: tableName(link, side), first: first, second: second, side)
    }
    // Old files, self-referential tables and former versions of the library have the other name.
    for side in [side, side.other] {
      let name = tableName(link, side)
      guard existing.tables.contains(name) else { continue }
      return try adopt(
        link, name: name, side, first: first, second: second,
        columns: try existing.columns(of: name))
    }
    if isLenient { return nil }
    throw StoreError(
      .schemaMismatch, store: store,
      message: "the file has no join table \(tableName(link, side))")
  }

  // MARK: - Names

  /// Returns the name that a side's relationship gives; a side without one takes the other's.
  private func tableName(_ link: LinkSchema, _ side: LinkSide) -> String {
    guard side == .second, let name = link.secondName, !link.isReflexive else {
      return "Z_\(numbers[link.firstEntity] ?? 0)\(link.firstName.uppercased())"
    }
    return "Z_\(numbers[link.secondEntity] ?? 0)\(name.uppercased())"
  }

  /// Meets every relationship as Apple's files were found to be named (R-REQ-135): all entities by
  /// name, each with its relationships by name, inherited ones among them. The relationship that is
  /// met first names the table; equal names of columns get numbers in this order.
  private mutating func nameAll() {
    var taken: Set<String> = []
    let held = schema.entities.filter { numbers[$0.index] != nil }
    for entity in EntityNumbers.sorted(held) {
      for toMany in entity.toManys.sorted(by: { EntityNumbers.precedes($0.name, $1.name) }) {
        guard case .link(let index, let side) = toMany.storage, leading[index] == nil,
          isHeld(schema.links[index])
        else { continue }
        let link = schema.links[index]
        leading[index] = leader(link, met: side)
        let first = JoinBuilder.free(base(link, .first), &taken)
        columns[index] = (first, JoinBuilder.free(base(link, .second), &taken))
      }
    }
  }

  /// Of an entity with itself the table is named after the ordered side, else after the greater name.
  private func leader(_ link: LinkSchema, met side: LinkSide) -> LinkSide {
    guard let secondName = link.secondName else { return .first }
    guard link.firstEntity == link.secondEntity else { return side }
    if link.isFirstOrdered != link.isSecondOrdered { return link.isFirstOrdered ? .first : .second }
    return EntityNumbers.precedes(link.firstName, secondName) ? .second : .first
  }

  /// A column is named after the relationship that points at the keys in it.
  private func base(_ link: LinkSchema, _ side: LinkSide) -> String {
    let entity = side == .first ? link.firstEntity : link.secondEntity
    return "Z_\(numbers[entity] ?? 0)\(JoinBuilder.pointer(link, side))"
  }

  private static func pointer(_ link: LinkSchema, _ side: LinkSide) -> String {
    (side == .first ? link.secondName ?? link.firstName : link.firstName).uppercased()
  }

  /// Names begin with the entity's number, so that only columns of one entity meet.
  private static func free(_ base: String, _ taken: inout Set<String>) -> String {
    var name = base
    var suffix = 0
    while !taken.insert(name).inserted {
      suffix += 1
      name = "\(base)\(suffix)"
    }
    return name
  }

  private func layout(
    _ link: LinkSchema, name: String, first: String, second: String, _ leading: LinkSide
  ) -> JoinLayout {
    JoinLayout(
      name: name, first: first, second: second,
      firstOrder: link.isFirstOrdered ? "Z_FOK_" + second.dropFirst(2) : nil,
      secondOrder: link.isSecondOrdered && !link.isReflexive
        ? "Z_FOK_" + first.dropFirst(2) : nil,
      isFirstLeading: leading == .first)
  }

  // MARK: - Existing tables

  /// Finds the columns in a table that is there, numbers behind their names being uncertain; that of a
  /// relationship that is its own inverse may have a name without a number (R-REQ-139).
  private func adopt(
    _ link: LinkSchema, name: String, _ leading: LinkSide, first: String, second: String,
    columns: [String]
  ) throws(StoreError) -> JoinLayout {
    let keys = columns.filter {
      $0.hasPrefix("Z_") && !$0.hasPrefix("Z_FOK_") && $0 != "Z_PK"
        || link.isReflexive && $0 == "REFLEXIVE"
    }
    guard keys.count == 2 else { throw mismatch(name, "two key columns") }
    let isFirstAhead = isFirstAhead(
      link, keys: keys, leading: leading, first: first, second: second)
    let result = layout(
      link, name: name, first: keys[isFirstAhead ? 0 : 1], second: keys[isFirstAhead ? 1 : 0],
      isFirstAhead ? .first : .second)
    for order in [result.firstOrder, result.secondOrder] {
      if let order, !columns.contains(order) { throw mismatch(name, "column \(order)") }
    }
    return result
  }

  /// Returns true if the first of a table's two columns is that of the link's first side: by the
  /// whole names, by the relationships in them, by the entities in them, at last by the table's
  /// name.
  private func isFirstAhead(
    _ link: LinkSchema, keys: [String], leading: LinkSide, first: String, second: String
  ) -> Bool {
    if keys == [first, second] { return true }
    if keys == [second, first] { return false }
    let (ahead, behind) = (KeyColumn(keys[0]), KeyColumn(keys[1]))
    let (one, other) = (JoinBuilder.pointer(link, .first), JoinBuilder.pointer(link, .second))
    let straight = ahead.isNamed(one) && behind.isNamed(other)
    let crossed = ahead.isNamed(other) && behind.isNamed(one)
    if straight != crossed { return straight }
    if link.firstEntity != link.secondEntity {
      let expected = [numbers[link.firstEntity], numbers[link.secondEntity]]
      if expected == [ahead.entity, behind.entity] { return true }
      if expected == [behind.entity, ahead.entity] { return false }
    }
    return leading == .first
  }

  /// A column's name taken apart: `Z_<entity><NAME>`, perhaps with a number behind.
  private struct KeyColumn {
    let entity: Int64?
    let name: Substring

    init(_ column: String) {
      let rest = column.dropFirst(2)
      entity = Int64(rest.prefix { $0.isASCII && $0.isNumber })
      name = rest.drop { $0.isASCII && $0.isNumber }
    }

    func isNamed(_ relationship: String) -> Bool {
      name.hasPrefix(relationship)
        && name.dropFirst(relationship.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
  }

  private func mismatch(_ table: String, _ missing: String) -> StoreError {
    StoreError(
      .schemaMismatch, store: store, message: "the join table \(table) has no \(missing)")
  }
}
#endif
