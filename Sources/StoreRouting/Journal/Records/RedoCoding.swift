// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// The bytes of a ``RedoRecord``, version 1. Little-endian; lists and texts after their lengths:
///
///     "OCDR", UInt16 version, 16 bytes save, UInt64 fingerprint of the schema, UInt64 saves
///     inserts: entity, number, row            updates: entity, number, version before, slots, row
///     deletes: entity, number, version before links: link, flags, ends, order keys
///     metadata, notes, names of objects, history transaction, UInt32 CRC-32C of all before
///
/// Rows are the bytes of ``Row``; entities, slots and links are numbered as in the schema with that
/// fingerprint, whose ``SchemaDescription`` the outbox has too.
enum RedoCoding {
  static let magic = Array("OCDR".utf8)
  static let version: UInt16 = 1

  static func encode(_ record: RedoRecord, _ schema: SchemaDescription) -> Data {
    var writer = ByteWriter()
    writer.write(raw: magic)
    writer.write(version)
    withUnsafeBytes(of: record.save.uuid) { writer.write(raw: $0) }
    writer.write(schema.fingerprint)
    writer.write(record.saves)
    writer.write(record.changes)
    writer.write(count: record.names.count)
    for name in record.names {
      writer.write(UInt32(name.root))
      writer.write(name.number)
      writer.write(name.text)
    }
    writer.write(record.history)
    writer.write(Checksum.crc32c(writer.data))
    return writer.data
  }

  /// - Parameter schema: returns the schema with a fingerprint.
  static func decode(
    _ data: Data, _ schema: (UInt64) throws -> SchemaDescription
  ) throws -> (record: RedoRecord, schema: SchemaDescription) {
    var end = ByteReader(data.suffix(4))
    guard try end.number(UInt32.self) == Checksum.crc32c(data.dropLast(4)) else {
      throw ByteReader.Damage()
    }
    var reader = ByteReader(data.dropLast(4))
    guard try reader.raw(4).elementsEqual(magic), try reader.number(UInt16.self) == version else {
      throw ByteReader.Damage()
    }
    let save = UUID(uuid: try reader.raw(16).withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    let description = try schema(try reader.number(UInt64.self))
    let saves = try reader.number(UInt64.self)
    var record = RedoRecord(save: save, changes: try reader.changes(description))
    record.saves = saves
    for _ in 0..<(try reader.count(ofAtLeast: 16)) {
      record.names.append(
        RedoRecord.ObjectName(
          root: Int(try reader.number(UInt32.self)), number: try reader.number(Int64.self),
          text: try reader.text()))
    }
    record.history = try reader.bytes()
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (record, description)
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ key: ObjectKey) {
    write(UInt32(truncatingIfNeeded: key.entity))
    write(key.number)
  }

  fileprivate mutating func write(_ row: Row) {
    row.withBytes { write($0) }
  }

  fileprivate mutating func write(_ changes: ChangeSet) {
    write(count: changes.inserts.count)
    for insert in changes.inserts {
      write(insert.key)
      write(insert.row)
    }
    write(count: changes.updates.count)
    for update in changes.updates { write(update) }
    write(count: changes.deletes.count)
    for delete in changes.deletes {
      write(delete.key)
      write(delete.expectedVersion)
    }
    write(count: changes.links.count)
    for link in changes.links { write(link) }
    write(changes.metadata)
    write(count: changes.notes.count)
    for note in changes.notes { write(note) }
    write(UInt8(changes.keepsAllOwners ? 1 : 0))
  }

  private mutating func write(_ update: RowUpdate) {
    write(update.key)
    write(update.expectedVersion)
    let slots = update.changed.slots
    write(count: slots.count)
    for slot in slots { write(UInt32(slot)) }
    write(update.row)
  }

  private mutating func write(_ version: Int64?) {
    write(UInt8(version == nil ? 0 : 1))
    if let version { write(version) }
  }

  private mutating func write(_ link: LinkChange) {
    write(UInt32(link.link))
    let order: UInt8 = (link.orderInFirst == nil ? 0 : 2) | (link.orderInSecond == nil ? 0 : 4)
    write(UInt8(link.kind == .add ? 1 : 0) | order)
    write(link.first)
    write(link.second)
    if let place = link.orderInFirst { write(place) }
    if let place = link.orderInSecond { write(place) }
  }

  private mutating func write(_ metadata: StoreMetadata?) {
    write(UInt8(metadata == nil ? 0 : 1))
    guard let metadata else { return }
    write(metadata.identifier)
    write(metadata.properties)
  }

  private mutating func write(_ note: StoreNote) {
    write(note.name)
    write(UInt8(note.content == nil ? 0 : 1))
    if let content = note.content { write(content) }
  }
}

extension ByteReader {
  fileprivate mutating func changes(
    _ schema: SchemaDescription
  ) throws(Damage) -> ChangeSet {
    var changes = ChangeSet()
    for _ in 0..<(try count(ofAtLeast: 16)) {
      changes.inserts.append(RowInsert(key: try key(), row: try row(schema)))
    }
    for _ in 0..<(try count(ofAtLeast: 16)) { changes.updates.append(try update(schema)) }
    for _ in 0..<(try count(ofAtLeast: 13)) {
      changes.deletes.append(RowDelete(key: try key(), expectedVersion: try version()))
    }
    for _ in 0..<(try count(ofAtLeast: 29)) { changes.links.append(try link()) }
    changes.metadata = try metadata()
    for _ in 0..<(try count(ofAtLeast: 5)) { changes.notes.append(try note()) }
    changes.keepsAllOwners = try number(UInt8.self) == 1
    return changes
  }

  private mutating func key() throws(Damage) -> ObjectKey {
    ObjectKey(entity: Int(try number(UInt32.self)), number: try number(Int64.self))
  }

  private mutating func row(_ schema: SchemaDescription) throws(Damage) -> Row {
    let image = try bytes()
    guard let row = RowImage.row(image, schema) else { throw Damage() }
    return row
  }

  private mutating func update(_ schema: SchemaDescription) throws(Damage) -> RowUpdate {
    let key = try key()
    let version = try version()
    var slots = SlotSet()
    for _ in 0..<(try count(ofAtLeast: 4)) { slots.insert(Int(try number(UInt32.self))) }
    let row = try row(schema)
    guard slots.slots.allSatisfy({ $0 < row.slotCount }) else { throw Damage() }
    return RowUpdate(key: key, row: row, changed: slots, expectedVersion: version)
  }

  private mutating func version() throws(Damage) -> Int64? {
    try number(UInt8.self) == 1 ? try number(Int64.self) : nil
  }

  private mutating func link() throws(Damage) -> LinkChange {
    let link = Int(try number(UInt32.self))
    let flags = try number(UInt8.self)
    var change = LinkChange(
      link: link, kind: flags & 1 == 1 ? .add : .remove, first: try key(), second: try key())
    if flags & 2 != 0 { change.orderInFirst = try number(Int64.self) }
    if flags & 4 != 0 { change.orderInSecond = try number(Int64.self) }
    return change
  }

  private mutating func metadata() throws(Damage) -> StoreMetadata? {
    guard try number(UInt8.self) == 1 else { return nil }
    return StoreMetadata(identifier: try text(), properties: Data(try bytes()))
  }

  private mutating func note() throws(Damage) -> StoreNote {
    let name = try text()
    let content: Data? = try number(UInt8.self) == 1 ? Data(try bytes()) : nil
    return StoreNote(name: name, content: content)
  }
}
