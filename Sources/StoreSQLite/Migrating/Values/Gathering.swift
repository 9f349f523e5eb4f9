// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The facts about other rows that rows need: in temporary tables, filled as long as all rows are there.
///
/// Each has the key `k` of a row, the number `n` and entity number `e` of what it is related to, and
/// the position `o`, all as they are afterwards.
final class Gathering {
  private struct Reference: Equatable {
    let place: ToOneOrigin.Place
    let declared: Int
    let name: String?
  }

  /// Objects that are to have one related object at most.
  private struct Limit {
    /// Finds one that has several.
    let select: String
    let entity: Int
    let relationship: String
  }

  private let layouts: MigrationLayouts
  private let pairs: PairSelect
  private var references: [Reference] = []
  private var ownerTables: [Int: String] = [:]
  private var statements: [String] = []
  private var limits: [Limit] = []
  private var count = 0

  init(_ layouts: MigrationLayouts) {
    self.layouts = layouts
    pairs = PairSelect(layouts)
  }

  /// True if rows need to know nothing of others.
  var isEmpty: Bool { statements.isEmpty }

  /// Returns the expression of a gathered value for a row of a table.
  func lookUp(_ column: String, in name: String, _ table: TableLayout) -> String {
    "(SELECT \(column) FROM \(name) WHERE k = \(SQLName(table.name)).Z_PK)"
  }

  /// Fills the tables. Before anything is changed. Throws `.severalMembers` where related objects would
  /// be lost.
  func run(_ connection: Connection) throws(StoreError) {
    for limit in limits {
      guard let number = try connection.integer(limit.select) else { continue }
      throw StoreError(
        severalMembers: number, of: layouts.mapping.destination.entities[limit.entity],
        in: limit.relationship, store: connection.store)
    }
    for statement in statements { try connection.execute(statement) }
  }

  /// Removes the tables.
  func end(_ connection: Connection) throws(StoreError) {
    for number in 0..<count { try connection.execute("DROP TABLE \(Gathering.name(number))") }
  }

  private static func name(_ number: Int) -> String { "temp.OCD_GATHERED\(number)" }

  private func add(_ columns: String, _ select: String) -> String {
    let name = Gathering.name(count)
    count += 1
    statements.append("CREATE TABLE \(name) (k INTEGER PRIMARY KEY, n, e, o)")
    statements.append("INSERT OR IGNORE INTO \(name) (\(columns)) \(select)")
    return name
  }

  // MARK: - To-ones

  /// Returns the table of what the objects of an entity lead to by a to-one; nil if nobody leads anywhere.
  func references(_ place: ToOneOrigin.Place, for toOne: ToOneSchema, of entity: Int) -> String? {
    let declared = toOne.destination
    if let known = references.first(where: { $0.place == place && $0.declared == declared }) {
      return known.name
    }
    let select =
      switch place {
      case .none, .toOne: String?.none
      case .inverse(let entity, let toOne): inverse(entity, toOne, as: declared)
      case .link(let link, let side):
        members(of: link, side, of: entity, as: declared) { select in
          limits.append(Limit(select: select, entity: entity, relationship: toOne.name))
        }
      }
    let name = select.map { add("k, n, e, o", $0) }
    references.append(Reference(place: place, declared: declared, name: name))
    return name
  }

  /// The objects that lead to one: the first of them.
  private func inverse(_ entity: Int, _ toOne: Int, as declared: Int) -> String? {
    let ends = layouts.ends(of: entity, as: declared)
    guard let table = layouts.source.table(of: entity), !ends.valid.isEmpty,
      let column = layouts.source.entities[entity]?.toOnes[toOne]?.number
    else { return nil }
    return "SELECT \(SQLName(column)), MIN(Z_PK), \(layouts.renumbered("Z_ENT", ends.valid)), NULL "
      + "FROM \(SQLName(table.name)) WHERE Z_ENT IN (\(layouts.oldNumbers(ends.valid))) "
      + "AND \(SQLName(column)) NOT NULL GROUP BY 1"
  }

  /// The other ends of a link, of which there may be one: gives also what finds those with several.
  private func members(
    of link: Int, _ side: LinkSide, of owner: Int, as declared: Int, limit: (String) -> Void
  ) -> String? {
    let schema = layouts.mapping.source.links[link]
    let entity = side == .first ? schema.secondEntity : schema.firstEntity
    let ends = layouts.ends(of: entity, as: declared)
    guard let table = layouts.source.table(of: entity), !ends.valid.isEmpty,
      let select = pairs.stored(link, ahead: side)
    else { return nil }
    let rows =
      "FROM (\(select)) p JOIN \(SQLName(table.name)) t ON t.Z_PK = p.b "
      + "WHERE t.Z_ENT IN (\(layouts.oldNumbers(ends.valid)))"
    let staying = layouts.condition(staying: "p.a", in: owner)
    limit("SELECT p.a \(rows) AND \(staying) GROUP BY p.a HAVING MIN(p.b) < MAX(p.b) LIMIT 1")
    return "SELECT p.a, MIN(p.b), \(layouts.renumbered("t.Z_ENT", ends.valid)), p.ob \(rows) "
      + "GROUP BY p.a"
  }

  // MARK: - Owners

  /// Returns the table of the owners of the members of a link of the destination without inverse.
  func owners(_ link: Int) -> String {
    if let known = ownerTables[link] { return known }
    let selects = layouts.mapping.links[link].compactMap { pairs.select($0, for: link) }
    let none = "SELECT NULL AS a, NULL AS b, NULL AS oa, NULL AS ob WHERE 0"
    let union = selects.isEmpty ? none : selects.joined(separator: " UNION ALL ")
    let schema = layouts.mapping.destination.links[link]
    let areThere =
      layouts.condition(staying: "a", in: schema.firstEntity) + " AND "
      + layouts.condition(staying: "b", in: schema.secondEntity)
    let several =
      "SELECT b FROM (\(union)) WHERE \(areThere) GROUP BY b HAVING MIN(a) < MAX(a) LIMIT 1"
    limits.append(
      Limit(select: several, entity: schema.secondEntity, relationship: schema.firstName))
    let name = add("k, n, o", "SELECT b, a, oa FROM (\(union)) ORDER BY a")
    ownerTables[link] = name
    return name
  }
}
#endif
