// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Translates what a record says by the numbers of one schema into those of another, by names. What
/// the other does not have is left out.
struct SchemaMapping {
  private let source: SchemaDescription
  private let schema: StoreSchema
  /// By entity of the source.
  private let entities: [Int?]
  private let links: [Int?]

  init(from source: SchemaDescription, to schema: StoreSchema) {
    self.source = source
    self.schema = schema
    let entities = source.entities.map { schema.entity(onceNamed: $0.name)?.index }
    self.entities = entities
    links = source.links.map { link in
      guard let entity = entities[link.firstEntity] else { return nil }
      return schema.links.firstIndex {
        $0.firstEntity == entity && $0.firstName == link.firstName
      }
    }
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
    forEachPair(of: update.row.entity) { old, new in
      if update.changed.contains(old.slot) { changed.insert(new) }
    }
    return RowUpdate(
      key: key, row: row(update.row), changed: changed, expectedVersion: update.expectedVersion)
  }

  private func link(_ link: LinkChange) -> LinkChange? {
    guard links.indices.contains(link.link), let number = links[link.link],
      let first = key(link.first), let second = key(link.second)
    else { return nil }
    return LinkChange(
      link: number, kind: link.kind, first: first, second: second,
      orderInFirst: link.orderInFirst, orderInSecond: link.orderInSecond)
  }

  private func row(_ row: Row) -> Row {
    guard let entity = entities[row.entity].map({ schema.entities[$0] }) else { return row }
    let assembler = RowAssembler(chunkCapacity: row.byteCount + 64)
    assembler.begin(entity: entity.index, slotCount: entity.slotCount, version: row.version)
    forEachPair(of: row.entity) { column, slot in
      guard !row.isNull(column.slot) else { return }
      switch column.kind {
      case .integer, .double: assembler.setBits(row.bits(column.slot), slot)
      case .reference:
        guard let other = row.reference(column.slot).flatMap(key) else { return }
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

  /// Calls a block with the columns of an entity of the source, and their slots in the other schema.
  private func forEachPair(of entity: Int, _ body: (SchemaDescription.Column, Int) -> Void) {
    guard let target = entities[entity] else { return }
    let columns = SchemaDescription(schema).entities[target].columns
    for column in source.entities[entity].columns {
      let match = columns.first {
        $0.name == column.name && $0.place == column.place && $0.type == column.type
      }
      if let match { body(column, match.slot) }
    }
  }
}

extension StoreSchema {
  /// Returns the entity of a name, or the one that had it in an earlier version.
  fileprivate func entity(onceNamed name: String) -> EntitySchema? {
    entity(named: name) ?? entities.first { $0.formerName == name }
  }
}
