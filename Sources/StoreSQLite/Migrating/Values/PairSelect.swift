// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The pairs of relationships of the source, as selections: the keys `a` and `b` of the first and the
/// second side, the position `oa` of the second in the first's members, and `ob` the other way round.
struct PairSelect {
  private let layouts: MigrationLayouts

  init(_ layouts: MigrationLayouts) { self.layouts = layouts }

  /// Returns the pairs of a link of the source, with one of its sides as the first; nil when the store
  /// does not hold it.
  func stored(_ link: Int, ahead side: LinkSide) -> String? {
    if let join = layouts.source.joins[link] {
      return select(
        join.column(side), join.column(side.other), orders: join.order(ownedBy: side),
        and: join.order(ownedBy: side.other), from: join.name)
    }
    guard let column = layouts.source.ownerColumns[link] else { return nil }
    let condition = " WHERE \(SQLName(column.owner)) NOT NULL"
    return side == .first
      ? select(column.owner, "Z_PK", orders: column.order, and: nil, from: column.table) + condition
      : select("Z_PK", column.owner, orders: nil, and: column.order, from: column.table) + condition
  }

  /// Returns the pairs of an origin of a link of the destination: those of which both ends stay.
  func select(_ origin: PairOrigin, for link: Int) -> String? {
    let new = layouts.mapping.destination.links[link]
    let ends: (first: Int, second: Int)
    let pairs: String?
    switch origin {
    case .link(let place, let isSwapped):
      let old = layouts.mapping.source.links[place]
      ends =
        isSwapped ? (old.secondEntity, old.firstEntity) : (old.firstEntity, old.secondEntity)
      pairs = stored(place, ahead: isSwapped ? .second : .first)
    case .toOne(let entity, let toOne, let side, let keepsOrder):
      let other = layouts.mapping.source.entities[entity].toOnes[toOne].destination
      ends = side == .first ? (entity, other) : (other, entity)
      pairs = led(toOne, of: entity, on: side, keepsOrder: keepsOrder)
    }
    guard let pairs else { return nil }
    let conditions = [
      layouts.condition(on: "a", ends.first, as: new.firstEntity),
      layouts.condition(on: "b", ends.second, as: new.secondEntity),
    ].compactMap(\.self)
    guard !conditions.isEmpty else { return pairs }
    return "SELECT a, b, oa, ob FROM (\(pairs)) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The objects of an entity and where their to-one leads.
  private func led(_ toOne: Int, of entity: Int, on side: LinkSide, keepsOrder: Bool) -> String? {
    guard let table = layouts.source.table(of: entity),
      let columns = layouts.source.entities[entity]?.toOnes[toOne]
    else { return nil }
    let held = layouts.source.held(layouts.mapping.source.entities[entity].subtree)
    let order = keepsOrder ? columns.order : nil
    let condition =
      " WHERE \(SQLName(columns.number)) NOT NULL AND Z_ENT IN (\(layouts.oldNumbers(held)))"
    return side == .first
      ? select("Z_PK", columns.number, orders: nil, and: order, from: table.name) + condition
      : select(columns.number, "Z_PK", orders: order, and: nil, from: table.name) + condition
  }

  private func select(
    _ first: String, _ second: String, orders firstOrder: String?, and secondOrder: String?,
    from table: String
  ) -> String {
    let orders = [firstOrder, secondOrder].map { $0.map { "\(SQLName($0))" } ?? "NULL" }
    return "SELECT \(SQLName(first)) AS a, \(SQLName(second)) AS b, \(orders[0]) AS oa, "
      + "\(orders[1]) AS ob FROM \(SQLName(table))"
  }
}
#endif
