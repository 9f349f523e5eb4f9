// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Names the join tables of links and their columns.
struct JoinBuilder {
  /// Nil when the file is new.
  private let existing: FileSchema?
  private let schema: StoreSchema
  private let numbers: EntityNumbers
  private let store: String
  /// The computed column for the keys of a link's side.
  private var columns: [End: String] = [:]

  private struct End: Hashable {
    var link: Int
    var side: LinkSide
  }

  init(
    schema: StoreSchema, numbers: EntityNumbers, existing: FileSchema?, store: String
  ) {
    self.schema = schema
    self.numbers = numbers
    self.existing = existing
    self.store = store
    nameColumns()
  }

  /// Nil unless the store holds both ends.
  func join(_ index: Int) throws(StoreError) -> JoinLayout? {
    let link = schema.links[index]
    guard isHeld(link), let first = columns[End(link: index, side: .first)],
      let second = columns[End(link: index, side: .second)]
    else { return nil }
    let names = tableNames(link)
    guard let existing else {
      return layout(link, name: names[0], first: first, second: second)
    }
    for name in names where existing.tables.contains(name) {
      let expected = layout(link, name: name, first: first, second: second)
      let columns = [first, second, expected.firstOrder, expected.secondOrder].compactMap(\.self)
      if columns.allSatisfy({ existing.has($0, in: name) }) { return expected }
      return try adopt(
        link, name: name, first: first, second: second, columns: try existing.columns(of: name))
    }
    throw StoreError(
      .schemaMismatch, store: store, message: "the file has no join table \(names[0])")
  }

  // MARK: - Names

  private func isHeld(_ link: LinkSchema) -> Bool {
    numbers[link.firstEntity] != nil && numbers[link.secondEntity] != nil
  }

  /// The computed name, then the other side's, which old or self-referential tables may have.
  private func tableNames(_ link: LinkSchema) -> [String] {
    let first = numbers[link.firstEntity] ?? 0
    let second = numbers[link.secondEntity] ?? 0
    let own = "Z_\(first)\(link.firstName.uppercased())"
    guard let name = link.secondName, !link.isReflexive else { return [own] }
    let other = "Z_\(second)\(name.uppercased())"
    return isFirstLeading(link) ? [own, other] : [other, own]
  }

  /// Whether the table is named after the first side's relationship: that of the entity with the
  /// lower number; within one entity the ordered one, else the greater name.
  private func isFirstLeading(_ link: LinkSchema) -> Bool {
    guard let secondName = link.secondName else { return true }
    let first = numbers[link.firstEntity] ?? 0
    let second = numbers[link.secondEntity] ?? 0
    if first != second { return first < second }
    if link.isFirstOrdered != link.isSecondOrdered { return link.isFirstOrdered }
    return link.firstName >= secondName
  }

  /// A column is named after the relationship that points at the keys in it. Equal names of one
  /// entity get numbers in the order of the entity's own relationships.
  private mutating func nameColumns() {
    var ends: [Int64: [(base: String, inverse: String, owner: Int64, end: End)]] = [:]
    for (index, link) in schema.links.enumerated() where isHeld(link) {
      let first = numbers[link.firstEntity] ?? 0
      let second = numbers[link.secondEntity] ?? 0
      let pointing = link.secondName ?? link.firstName
      ends[first, default: []].append(
        (
          "Z_\(first)\(pointing.uppercased())", link.firstName, second,
          End(link: index, side: .first)
        ))
      ends[second, default: []].append(
        (
          "Z_\(second)\(link.firstName.uppercased())", link.secondName ?? "\u{10FFFF}", first,
          End(link: index, side: .second)
        ))
    }
    for number in ends.keys.sorted() {
      var taken = Set<String>()
      let sorted = (ends[number] ?? []).sorted {
        ($0.inverse, $0.owner, $0.end.link, $0.end.side == .first ? 0 : 1)
          < ($1.inverse, $1.owner, $1.end.link, $1.end.side == .first ? 0 : 1)
      }
      for entry in sorted {
        var name = entry.base
        var suffix = 0
        while !taken.insert(name).inserted {
          suffix += 1
          name = "\(entry.base)\(suffix)"
        }
        columns[entry.end] = name
      }
    }
  }

  private func layout(
    _ link: LinkSchema, name: String, first: String, second: String
  ) -> JoinLayout {
    JoinLayout(
      name: name, first: first, second: second,
      firstOrder: link.isFirstOrdered ? "Z_FOK_" + second.dropFirst(2) : nil,
      secondOrder: link.isSecondOrdered && !link.isReflexive
        ? "Z_FOK_" + first.dropFirst(2) : nil,
      isFirstLeading: isFirstLeading(link))
  }

  // MARK: - Existing tables

  /// Finds the columns in a table that is there, numbers behind their names being uncertain.
  private func adopt(
    _ link: LinkSchema, name: String, first: String, second: String, columns: [String]
  ) throws(StoreError) -> JoinLayout {
    let keys = columns.filter { $0.hasPrefix("Z_") && !$0.hasPrefix("Z_FOK_") && $0 != "Z_PK" }
    guard keys.count == 2 else { throw mismatch(name, "two key columns") }
    let actualFirst: String
    if keys.contains(first), first != second {
      actualFirst = first
    } else if keys.contains(second), first != second {
      actualFirst = keys[0] == second ? keys[1] : keys[0]
    } else {
      actualFirst = isFirstLeading(link) ? keys[0] : keys[1]
    }
    let actualSecond = keys[0] == actualFirst ? keys[1] : keys[0]
    let result = layout(link, name: name, first: actualFirst, second: actualSecond)
    for order in [result.firstOrder, result.secondOrder] {
      if let order, !columns.contains(order) { throw mismatch(name, "column \(order)") }
    }
    return result
  }

  private func mismatch(_ table: String, _ missing: String) -> StoreError {
    StoreError(
      .schemaMismatch, store: store, message: "the join table \(table) has no \(missing)")
  }
}
#endif
