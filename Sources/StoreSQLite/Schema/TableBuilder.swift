// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Lays out the table of one hierarchy: names in entity order, then columns by storage class.
struct TableBuilder {
  /// The groups in which columns stand, in this order.
  private enum Group: Int {
    case integers, orders, reals, decimals, texts, uris, transformables, blobs
  }

  private struct Placed {
    var group: Group
    var column: ColumnLayout
  }

  private let schema: StoreSchema
  private let numbers: EntityNumbers
  private(set) var names: ColumnNames
  private var placed: [Placed] = []
  private var attributes: [Int: [Int: String]] = [:]
  private var toOnes: [Int: [Int: ToOneColumns]] = [:]
  /// By link: the columns of to-manys without inverse that lead to entities of the table.
  private(set) var ownerColumns: [Int: OwnerColumn] = [:]

  static func tableName(_ entity: String) -> String { "Z" + entity.uppercased() }

  init(schema: StoreSchema, numbers: EntityNumbers, names: ColumnNames) {
    self.schema = schema
    self.numbers = numbers
    self.names = names
  }

  /// Names the columns of all held entities, in the order of their numbers.
  mutating func build(
    root: EntitySchema, name: String, entities: [Int]
  ) throws(StoreError) -> TableLayout {
    for entity in entities.sorted(by: { (numbers[$0] ?? 0) < (numbers[$1] ?? 0) }) {
      try place(schema.entities[entity])
      try placeOwners(of: entity, table: name)
    }
    let columns = placed.enumerated().sorted {
      ($0.element.group.rawValue, $0.offset) < ($1.element.group.rawValue, $1.offset)
    }
    return TableLayout(
      name: name, root: root.index, entities: entities,
      columns: columns.map(\.element.column))
  }

  /// Returns the columns of one entity, after ``build(root:name:entities:)``.
  func layout(of entity: EntitySchema, number: Int64, table: Int) -> EntityLayout {
    EntityLayout(
      number: number, table: table,
      attributes: entity.attributes.enumerated().map { index, attribute in
        attributes[attribute.declaredBy]?[index]
      },
      toOnes: entity.toOnes.enumerated().map { index, toOne in
        toOnes[toOne.declaredBy]?[index]
      })
  }

  // MARK: - Naming

  private enum Property {
    case attribute(Int)
    case toOne(Int)
  }

  private mutating func place(_ entity: EntitySchema) throws(StoreError) {
    for (_, property) in ownProperties(entity) {
      switch property {
      case .attribute(let index): try placeAttribute(index, of: entity)
      case .toOne(let index): try placeToOne(index, of: entity)
      }
    }
  }

  /// By name; within the integer group attributes come before relationships.
  private func ownProperties(_ entity: EntitySchema) -> [(String, Property)] {
    let attributes = entity.attributes.enumerated().filter { $0.element.declaredBy == entity.index }
      .map { ($0.element.name, Property.attribute($0.offset)) }
    let toOnes = entity.toOnes.enumerated().filter { $0.element.declaredBy == entity.index }
      .map { ($0.element.name, Property.toOne($0.offset)) }
    return attributes.sorted { $0.0 < $1.0 } + toOnes.sorted { $0.0 < $1.0 }
  }

  private mutating func placeAttribute(
    _ index: Int, of entity: EntitySchema
  ) throws(StoreError) {
    let attribute = entity.attributes[index]
    // A leaf of a composite is named by itself, without the composite (R-MOD-139).
    let leaf = attribute.name.split(separator: ".").last.map(String.init) ?? attribute.name
    guard let name = try names.name("Z" + leaf.uppercased()) else { return }
    attributes[entity.index, default: [:]][index] = name
    let (type, group) = TableBuilder.declaration(attribute.type)
    placed.append(Placed(group: group, column: ColumnLayout(name: name, declaredType: type)))
  }

  private mutating func placeToOne(_ index: Int, of entity: EntitySchema) throws(StoreError) {
    let toOne = entity.toOnes[index]
    let name = toOne.name.uppercased()
    guard let number = try names.name("Z" + name) else { return }
    var columns = ToOneColumns(number: number)
    add(columns.number, .integers)
    let destination = schema.entities[toOne.destination]
    if destination.subtree.count > 1, let number = numbers[destination.index],
      let column = try names.entityName(name, number: number)
    {
      columns.entity = column
      add(column, .integers)
    }
    if toOne.orderSlot != nil, let column = try names.name("Z_FOK_" + name) {
      columns.order = column
      add(column, .orders)
    }
    toOnes[entity.index, default: [:]][index] = columns
  }

  /// To-manys without inverse that lead to an entity. Files of former versions of the library have a
  /// join table instead, which they keep.
  private mutating func placeOwners(of entity: Int, table: String) throws(StoreError) {
    for (index, link) in schema.links.enumerated()
    where link.isOneSided && link.secondEntity == entity {
      guard let number = numbers[link.firstEntity] else { continue }
      let name = link.firstName.uppercased()
      if try names.isElsewhere(name, join: "Z_\(number)\(name)") { continue }
      guard let owner = try names.ownerName(name, number: number) else { continue }
      add(owner, .integers)
      let order = try link.isFirstOrdered ? names.name("Z_FOK_" + owner.dropFirst()) : nil
      if let order { add(order, .orders) }
      ownerColumns[index] = OwnerColumn(table: table, owner: owner, order: order)
    }
  }

  private mutating func add(_ name: String, _ group: Group) {
    placed.append(Placed(group: group, column: ColumnLayout(name: name, declaredType: "INTEGER")))
  }

  private static func declaration(_ type: AttributeType) -> (String, Group) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: ("INTEGER", .integers)
    case .date: ("TIMESTAMP", .reals)
    case .double, .float: ("FLOAT", .reals)
    case .decimal: ("DECIMAL", .decimals)
    case .string: ("VARCHAR", .texts)
    case .uri: ("VARCHAR", .uris)
    case .transformable: ("BLOB", .transformables)
    case .binaryData, .uuid: ("BLOB", .blobs)
    }
  }
}
#endif
