// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Where the columns of the rows of one entity come from.
struct EntityValues {
  private let layouts: MigrationLayouts
  private let gathering: Gathering
  /// An entity of the source, and what its objects become.
  private let former: EntitySchema
  private let entity: EntitySchema
  private let table: TableLayout
  /// By column of the destination's table.
  private(set) var values: [String: ColumnValue] = [:]
  /// Columns whose rows are put in order by their numbers.
  private(set) var unordered: Set<String> = []

  /// - Parameters:
  ///   - former: an entity of the source that has a successor.
  ///   - table: the table of the source that has its rows.
  init(
    of former: Int, in table: TableLayout, _ layouts: MigrationLayouts, gathering: Gathering
  ) {
    self.layouts = layouts
    self.gathering = gathering
    self.table = table
    let mapping = layouts.mapping
    self.former = mapping.source.entities[former]
    entity = mapping.destination.entities[mapping.successors[former] ?? 0]
    guard let origin = mapping.entities[entity.index],
      let old = layouts.source.entities[former],
      let new = layouts.destination.entities[entity.index]
    else { return }
    for (index, origin) in origin.attributes.enumerated() {
      if let name = new.attributes[index] { values[name] = attribute(index, origin, in: old) }
    }
    for (index, origin) in origin.toOnes.enumerated() {
      if let names = new.toOnes[index] { addToOne(index, origin, as: names, in: old) }
    }
    for index in mapping.destination.links.indices { addOwner(index) }
  }

  // MARK: - Attributes

  private func attribute(
    _ index: Int, _ origin: AttributeOrigin, in old: EntityLayout
  ) -> ColumnValue {
    let attribute = entity.attributes[index]
    let fallback = "\(SQLLiteral(origin.fallback, of: attribute))"
    guard let place = origin.attribute, let column = old.attributes[place] else {
      return origin.fallback.isNull ? .nothing : .computed(fallback)
    }
    let name = SQLName(column)
    let stored = stored(name, from: former.attributes[place], as: attribute)
    if origin.fallback.isNull {
      return stored.map { .computed($0, like: column, except: "\(name) NOT NULL") } ?? .kept(column)
    }
    let sql = "IFNULL(\(stored ?? "\(name)"), \(fallback))"
    return .computed(sql, like: column, except: stored == nil ? "\(name) IS NULL" : nil)
  }

  /// Returns the expression of a stored value in another form; nil when it is the same.
  private func stored(
    _ name: SQLName, from old: AttributeSchema, as new: AttributeSchema
  ) -> String? {
    switch (OperandKind(old), OperandKind(new)) {
    case (.integer, .double): return "CAST(\(name) AS REAL)"
    case (.bytes, .external):
      return "CASE WHEN \(name) NOT NULL THEN CAST(X'01' || \(name) AS BLOB) END"
    case (.external, .bytes):
      // The general form of data has a tag of its own.
      let kind = OperandKind.external.rawValue
      return "SUBSTR(\(SQLFunctions.valueName)(\(name), \(kind)), 2)"
    default: return nil
    }
  }

  // MARK: - To-ones

  private mutating func addToOne(
    _ index: Int, _ origin: ToOneOrigin, as names: ToOneColumns, in old: EntityLayout
  ) {
    let toOne = entity.toOnes[index]
    let found: Reference
    switch origin.place {
    case .none: found = Reference()
    case .toOne(let place):
      found = reference(former.toOnes[place], old.toOnes[place], as: toOne.destination)
    case .inverse, .link:
      let name = gathering.references(origin.place, for: toOne, of: entity.index)
      found = name.map { gathered($0) } ?? Reference()
    }
    values[names.number] = found.number
    if let column = names.entity { values[column] = found.entity }
    guard let column = names.order else { return }
    let isOrdered = origin.keepsOrder && found.order != .nothing
    values[column] = isOrdered ? found.order : ColumnValue.nothing
    // A gathered order has gaps where ends are left out, and ends that have none.
    if !isOrdered || found.isGathered { unordered.insert(column) }
  }

  private struct Reference {
    var number = ColumnValue.nothing
    var entity = ColumnValue.nothing
    var order = ColumnValue.nothing
    var isGathered = false
  }

  private func reference(
    _ toOne: ToOneSchema, _ columns: ToOneColumns?, as declared: Int
  ) -> Reference {
    let ends = layouts.ends(of: toOne.destination, as: declared)
    guard let columns, !ends.valid.isEmpty else { return Reference() }
    guard let entity = columns.entity else { return plain(columns, ends) }
    let name = SQLName(entity)
    var found = Reference(number: .kept(columns.number), entity: .kept(entity))
    found.order = columns.order.map(ColumnValue.kept) ?? .nothing
    if layouts.isRenumbered(ends.valid) || !ends.areAll {
      let changed = ends.valid.filter { layouts.oldNumber(of: $0) == layouts.newNumber(of: $0) }
      found.entity = .computed(
        layouts.renumbered("\(name)", ends.valid), like: entity,
        except: "\(name) NOT NULL AND \(name) NOT IN (\(layouts.oldNumbers(changed)))")
    }
    guard !ends.areAll else { return found }
    let numbers = layouts.oldNumbers(ends.valid)
    func kept(_ column: String) -> ColumnValue {
      .computed(
        "CASE WHEN \(name) IN (\(numbers)) THEN \(SQLName(column)) END", like: column,
        except: "\(SQLName(columns.number)) NOT NULL AND \(name) NOT IN (\(numbers))")
    }
    found.number = kept(columns.number)
    found.order = columns.order.map(kept) ?? .nothing
    return found
  }

  /// All destinations are of one entity, which the row does not name.
  private func plain(_ columns: ToOneColumns, _ ends: MigrationLayouts.Ends) -> Reference {
    let number = ends.valid.first.map { layouts.newNumber(of: $0) } ?? 0
    let name = SQLName(columns.number)
    return Reference(
      number: .kept(columns.number),
      entity: .computed("CASE WHEN \(name) NOT NULL THEN \(number) END"),
      order: columns.order.map(ColumnValue.kept) ?? .nothing)
  }

  private func gathered(_ name: String) -> Reference {
    func value(_ column: String) -> ColumnValue {
      .computed(gathering.lookUp(column, in: name, table))
    }
    return Reference(
      number: value("n"), entity: value("e"), order: value("o"), isGathered: true)
  }

  // MARK: - Owners

  /// A to-many without inverse is a column of its members.
  private mutating func addOwner(_ index: Int) {
    let link = layouts.mapping.destination.links[index]
    guard let column = layouts.destination.ownerColumns[index],
      layouts.mapping.destination.entities[link.secondEntity].subtree.contains(entity.index)
    else { return }
    if let kept = keptOwner(index) {
      values[column.owner] = .kept(kept.owner)
      guard let order = column.order else { return }
      values[order] = kept.order.map(ColumnValue.kept) ?? .nothing
      if kept.order == nil { unordered.insert(order) }
      return
    }
    guard !layouts.mapping.links[index].isEmpty else { return }
    let name = gathering.owners(index)
    values[column.owner] = .computed(gathering.lookUp("n", in: name, table))
    guard let order = column.order else { return }
    values[order] = .computed(gathering.lookUp("o", in: name, table))
    unordered.insert(order)
  }

  /// Returns the column that the row has for it already.
  private func keptOwner(_ index: Int) -> OwnerColumn? {
    let (old, new) = (layouts.mapping.source, layouts.mapping.destination)
    guard layouts.mapping.links[index].count == 1,
      case .link(let place, isSwapped: false) = layouts.mapping.links[index][0],
      let column = layouts.source.ownerColumns[place], column.table == table.name,
      old.entities[old.links[place].secondEntity].subtree.contains(former.index),
      layouts.ends(of: old.links[place].firstEntity, as: new.links[index].firstEntity).areAll
    else { return nil }
    return column
  }
}
#endif
