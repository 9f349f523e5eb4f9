// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// How the join table of a link of the destination gets its pairs.
struct JoinMigration {
  let link: Int
  let new: JoinLayout
  /// The join table of the source that becomes it; nil for one that is made.
  let old: JoinLayout?
  private let layouts: MigrationLayouts
  private let origins: [PairOrigin]
  private var schema: LinkSchema { layouts.mapping.destination.links[link] }

  /// - Parameter claimed: join tables that have become others already.
  init(of link: Int, _ new: JoinLayout, _ layouts: MigrationLayouts, claimed: Set<Int>) {
    self.link = link
    self.new = new
    self.layouts = layouts
    origins = layouts.mapping.links[link]
    old = JoinMigration.base(of: link, new, layouts, claimed: claimed)
  }

  /// The link of the source whose table becomes the one of the destination.
  var base: Int? {
    guard old != nil, case .link(let place, _) = origins[0] else { return nil }
    return place
  }

  /// True if pairs come from the rows of a table, by the numbers of their entities.
  var readsToOnes: Bool {
    old == nil && origins.contains { if case .toOne = $0 { true } else { false } }
  }

  /// Returns a table with the same keys in the same places, and the same orders.
  private static func base(
    of link: Int, _ new: JoinLayout, _ layouts: MigrationLayouts, claimed: Set<Int>
  ) -> JoinLayout? {
    let origins = layouts.mapping.links[link]
    guard origins.count == 1, case .link(let place, let isSwapped) = origins[0],
      !claimed.contains(place), let old = layouts.source.joins[place],
      layouts.mapping.source.links[place].isReflexive
        == layouts.mapping.destination.links[link].isReflexive,
      old.isFirstLeading == (new.isFirstLeading != isSwapped)
    else { return nil }
    let orders = isSwapped ? (old.secondOrder, old.firstOrder) : (old.firstOrder, old.secondOrder)
    guard (orders.0 == nil) == (new.firstOrder == nil),
      (orders.1 == nil) == (new.secondOrder == nil)
    else { return nil }
    return old
  }

  // MARK: - In place

  /// The columns that get other names.
  var renames: [(from: String, to: String)] {
    guard let old, case .link(_, let isSwapped) = origins[0] else { return [] }
    let columns: [(String?, String?)] = [
      (isSwapped ? old.second : old.first, new.first),
      (isSwapped ? old.first : old.second, new.second),
      (isSwapped ? old.secondOrder : old.firstOrder, new.firstOrder),
      (isSwapped ? old.firstOrder : old.secondOrder, new.secondOrder),
    ]
    return columns.compactMap { from, to in
      from.flatMap { from in to.flatMap { $0 == from ? nil : (from: from, to: $0) } }
    }
  }

  /// The statement that removes the pairs of which an end goes; nil if none does.
  var removal: String? {
    guard let old, case .link(let place, let isSwapped) = origins[0] else { return nil }
    let former = layouts.mapping.source.links[place]
    let (first, second) = isSwapped ? (old.second, old.first) : (old.first, old.second)
    let entities =
      isSwapped
      ? (former.secondEntity, former.firstEntity) : (former.firstEntity, former.secondEntity)
    let conditions = [
      layouts.condition(on: "\(SQLName(first))", entities.0, as: schema.firstEntity),
      layouts.condition(on: "\(SQLName(second))", entities.1, as: schema.secondEntity),
    ].compactMap(\.self)
    guard !conditions.isEmpty else { return nil }
    return "DELETE FROM \(SQLName(old.name)) WHERE NOT (\(conditions.joined(separator: " AND ")))"
  }

  // MARK: - Copying

  /// The statements that fill a new table.
  func copies(into name: String) -> [String] {
    let pairs = PairSelect(layouts)
    var statements: [String] = []
    for origin in origins {
      guard let select = pairs.select(origin, for: link) else { continue }
      statements.append(insertion(of: select, into: name))
      if schema.isReflexive, !isReflexive(origin) {
        statements.append(
          insertion(of: "SELECT b AS a, a AS b, ob AS oa, oa AS ob FROM (\(select))", into: name))
      }
    }
    guard !statements.isEmpty else { return [] }
    return statements + ordering(of: name)
  }

  private func insertion(of select: String, into name: String) -> String {
    var columns = [new.first, new.second]
    var values = ["a", "b"]
    if let order = new.firstOrder {
      columns.append(order)
      values.append("oa")
    }
    if let order = new.secondOrder {
      columns.append(order)
      values.append("ob")
    }
    let names = columns.map { "\(SQLName($0))" }.joined(separator: ", ")
    return "INSERT OR IGNORE INTO \(SQLName(name)) (\(names)) "
      + "SELECT \(values.joined(separator: ", ")) FROM (\(select))"
  }

  private func isReflexive(_ origin: PairOrigin) -> Bool {
    guard case .link(let place, _) = origin else { return false }
    return layouts.mapping.source.links[place].isReflexive
  }

  /// Members without an order come behind the others, by their numbers (R-REQ-138).
  private func ordering(of name: String) -> [String] {
    let sides: [LinkSide] = [.first, .second]
    return sides.compactMap { side in
      guard let order = new.order(ownedBy: side), origins.contains(where: { !keepsOrder($0, side) })
      else { return nil }
      let (owner, member) = (SQLName(new.column(side)), SQLName(new.column(side.other)))
      let (table, position) = (SQLName(name), SQLName(order))
      return "UPDATE \(table) SET \(position) = r.o FROM (SELECT rowid AS i, 2048 + 1024 * "
        + "ROW_NUMBER() OVER (PARTITION BY \(owner) ORDER BY \(position) IS NULL, \(position), "
        + "\(member)) AS o FROM \(table)) r WHERE r.i = \(table).rowid"
    }
  }

  private func keepsOrder(_ origin: PairOrigin, _ side: LinkSide) -> Bool {
    switch origin {
    case .link(let place, let isSwapped):
      let former = layouts.mapping.source.links[place]
      let isFirst = (side == .first) != isSwapped
      return isFirst ? former.isFirstOrdered : former.isSecondOrdered
    case .toOne(_, _, let own, let keepsOrder): return keepsOrder && side == own.other
    }
  }
}
#endif
