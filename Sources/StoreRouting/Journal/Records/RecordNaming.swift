// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Numbers of objects between a process and a record, for stores that name their objects themselves:
/// there a number means something in one process only.
struct RecordNaming {
  private let backend: any StoreBackend
  private let schema: StoreSchema

  init(_ backend: any StoreBackend, _ schema: StoreSchema) {
    self.backend = backend
    self.schema = schema
  }

  /// Returns the names in a change set that are not their numbers.
  func names(in changes: ChangeSet) -> [RedoRecord.ObjectName] {
    guard isNeeded else { return [] }
    var names: Set<RedoRecord.ObjectName> = []
    forEachKey(in: changes) { key in
      let root = schema.entities[key.entity].root
      let text = backend.name(of: key.number, root: root)
      guard text != String(key.number) else { return }
      names.insert(RedoRecord.ObjectName(root: root, number: key.number, text: text))
    }
    return names.sorted { ($0.root, $0.number) < ($1.root, $1.number) }
  }

  /// Returns a record's changes with the numbers of this process.
  func localised(_ record: RedoRecord) -> ChangeSet {
    guard isNeeded else { return record.changes }
    var texts: [ObjectKey: String] = [:]
    for name in record.names {
      texts[ObjectKey(entity: name.root, number: name.number)] = name.text
    }
    func local(_ key: ObjectKey) -> ObjectKey {
      let root = schema.entities[key.entity].root
      let text = texts[ObjectKey(entity: root, number: key.number)] ?? String(key.number)
      return ObjectKey(entity: key.entity, number: backend.number(named: text, root: root))
    }
    return renamed(record.changes, local)
  }

  private var isNeeded: Bool { !backend.capabilities.contains(.stableNumbers) }

  private func forEachKey(in changes: ChangeSet, _ body: (ObjectKey) -> Void) {
    for insert in changes.inserts {
      body(insert.key)
      references(of: insert.row).forEach(body)
    }
    for update in changes.updates {
      body(update.key)
      references(of: update.row).forEach(body)
    }
    for delete in changes.deletes { body(delete.key) }
    for link in changes.links {
      body(link.first)
      body(link.second)
    }
  }

  private func references(of row: Row) -> [ObjectKey] {
    schema.entities[row.entity].toOnes.compactMap { row.reference($0.slot) }
  }

  private func renamed(_ changes: ChangeSet, _ local: (ObjectKey) -> ObjectKey) -> ChangeSet {
    var result = changes
    result.inserts = changes.inserts.map {
      RowInsert(key: local($0.key), row: renamed($0.row, local))
    }
    result.updates = changes.updates.map {
      RowUpdate(
        key: local($0.key), row: renamed($0.row, local), changed: $0.changed,
        expectedVersion: $0.expectedVersion)
    }
    result.deletes = changes.deletes.map {
      RowDelete(key: local($0.key), expectedVersion: $0.expectedVersion)
    }
    result.links = changes.links.map {
      LinkChange(
        link: $0.link, kind: $0.kind, first: local($0.first), second: local($0.second),
        orderInFirst: $0.orderInFirst, orderInSecond: $0.orderInSecond)
    }
    return result
  }

  private func renamed(_ row: Row, _ local: (ObjectKey) -> ObjectKey) -> Row {
    let entity = schema.entities[row.entity]
    guard entity.toOnes.contains(where: { !row.isNull($0.slot) }) else { return row }
    let assembler = RowAssembler(chunkCapacity: row.byteCount + 64)
    assembler.begin(entity: row.entity, slotCount: row.slotCount, version: row.version)
    for attribute in entity.attributes {
      assembler.copy(attribute.slot, kind: attribute.type.slotKind, from: row)
    }
    for toOne in entity.toOnes {
      if let other = row.reference(toOne.slot).map(local) {
        assembler.setReference(number: other.number, entity: other.entity, toOne.slot)
      }
      if let order = toOne.orderSlot { assembler.copy(order, kind: .integer, from: row) }
    }
    return assembler.finish()
  }
}
