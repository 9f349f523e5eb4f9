// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Translates what a record says by the numbers of one schema into those of another, by names, which
/// may have changed since (R-PSC-534). What the other does not have is left out.
struct SchemaMapping {
  private struct Link {
    let index: Int
    /// True if the first side is the second one by now.
    let isSwapped: Bool
  }

  private typealias Pair = (column: SchemaDescription.Column, slot: Int)

  private let source: SchemaDescription
  private let schema: StoreSchema
  /// By entity of the source.
  private let entities: [Int?]
  private let pairs: [[Pair]]
  private let links: [Link?]

  init(from source: SchemaDescription, to schema: StoreSchema) {
    self.source = source
    self.schema = schema
    let entities = source.entities.map { entity in
      VersionedName(entity.name, once: entity.formerName).successor(in: schema.entities) {
        VersionedName($0.name, once: $0.formerName)
      }?.index
    }
    self.entities = entities
    pairs = zip(source.entities, entities).map { entity, number in
      number.map { SchemaMapping.pairs(of: entity, with: schema.entities[$0]) } ?? []
    }
    links = source.links.map { link in
      entities[link.firstEntity].flatMap { SchemaMapping.link(link, of: $0, in: schema) }
    }
  }

  private static func pairs(
    of former: SchemaDescription.Entity, with entity: EntitySchema
  ) -> [Pair] {
    let columns = SchemaDescription.columns(of: entity)
    return former.columns.compactMap { column in
      let alike = columns.filter { $0.place == column.place && $0.type == column.type }
      return VersionedName(column.name, once: column.formerName).successor(in: alike) {
        VersionedName($0.name, once: $0.formerName)
      }.map { (column, $0.slot) }
    }
  }

  private static func link(
    _ former: SchemaDescription.Link, of entity: Int, in schema: StoreSchema
  ) -> Link? {
    var ends: [(name: VersionedName, link: Link)] = []
    for (index, link) in schema.links.enumerated() {
      if link.firstEntity == entity {
        let name = VersionedName(link.firstName, once: link.formerFirstName)
        ends.append((name, Link(index: index, isSwapped: false)))
      }
      if link.secondEntity == entity, let second = link.secondName, !link.isReflexive {
        let name = VersionedName(second, once: link.formerSecondName)
        ends.append((name, Link(index: index, isSwapped: true)))
      }
    }
    return VersionedName(former.firstName, once: former.formerFirstName)
      .successor(in: ends, \.name)?.link
  }

  func map(_ record: RedoRecord) -> RedoRecord {
    var record = record
    let changes = record.changes
    record.changes.inserts = changes.inserts.compactMap { insert in
      key(insert.key).map { RowInsert(key: $0, row: row(insert.row)) }
    }
    record.changes.updates = changes.updates.compactMap(update)
    record.changes.deletes = changes.deletes.compactMap { delete in
      key(delete.key).map { RowDelete(key: $0, expectedVersion: delete.expectedVersion) }
    }
    record.changes.links = changes.links.compactMap(link)
    record.names = record.names.compactMap { name in
      guard source.entities.indices.contains(name.root), let root = entities[name.root] else {
        return nil
      }
      return RedoRecord.ObjectName(
        root: schema.entities[root].root, number: name.number, text: name.text)
    }
    return record
  }

  private func key(_ key: ObjectKey) -> ObjectKey? {
    guard entities.indices.contains(key.entity) else { return nil }
    return entities[key.entity].map { ObjectKey(entity: $0, number: key.number) }
  }

  private func update(_ update: RowUpdate) -> RowUpdate? {
    guard let key = key(update.key) else { return nil }
    var changed = SlotSet()
    for (column, slot) in pairs[update.row.entity] where update.changed.contains(column.slot) {
      changed.insert(slot)
    }
    return RowUpdate(
      key: key, row: row(update.row), changed: changed, expectedVersion: update.expectedVersion)
  }

  private func link(_ link: LinkChange) -> LinkChange? {
    guard links.indices.contains(link.link), let place = links[link.link],
      let first = key(link.first), let second = key(link.second)
    else { return nil }
    if place.isSwapped {
      return LinkChange(
        link: place.index, kind: link.kind, first: second, second: first,
        orderInFirst: link.orderInSecond, orderInSecond: link.orderInFirst)
    }
    return LinkChange(
      link: place.index, kind: link.kind, first: first, second: second,
      orderInFirst: link.orderInFirst, orderInSecond: link.orderInSecond)
  }

  private func row(_ row: Row) -> Row {
    guard let entity = entities[row.entity].map({ schema.entities[$0] }) else { return row }
    let assembler = RowAssembler(chunkCapacity: row.byteCount + 64)
    assembler.begin(entity: entity.index, slotCount: entity.slotCount, version: row.version)
    for (column, slot) in pairs[row.entity] where !row.isNull(column.slot) {
      switch column.kind {
      case .integer, .double: assembler.setBits(row.bits(column.slot), slot)
      case .reference:
        guard let other = row.reference(column.slot).flatMap(key) else { continue }
        assembler.setReference(number: other.number, entity: other.entity, slot)
      case .bytes:
        if let path = row.externalPath(column.slot) {
          assembler.setExternal(path: path, slot)
        } else {
          assembler.setBytes(row.bytes(column.slot), slot)
        }
      case .text, .uuid, .decimal: assembler.setBytes(row.bytes(column.slot), slot)
      }
    }
    return assembler.finish()
  }
}

/// The name of an entity or a property in one version of a model, and the one that stands for it in all.
struct VersionedName {
  private let name: String
  private let identifier: String

  init(_ name: String, once formerName: String?) {
    self.name = name
    identifier = formerName ?? name
  }

  /// Returns the element that this one has become; nil when it is gone.
  func successor<Element>(
    in elements: [Element], _ named: (Element) -> VersionedName
  ) -> Element? {
    elements.first { named($0).identifier == identifier }
      ?? elements.first { named($0).identifier == name }
      ?? elements.first { named($0).name == name }
  }
}
