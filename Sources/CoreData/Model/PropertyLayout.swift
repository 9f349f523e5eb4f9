// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The properties of an entity of a frozen model, by number.
///
/// The parent's properties come first in the parent's order, from the root down, then the
/// entity's own of all kinds by ascending UTF-8 bytes of their names; so a number means the same
/// in all subentities, and generated code carries it. Immutable; any thread.
// Sendable: every stored property is immutable, and so are a frozen model's descriptions.
final class PropertyLayout: @unchecked Sendable {
  unowned let entity: NSEntityDescription
  /// The entity compiled; its `index` is the entity's number.
  let schema: EntitySchema
  let properties: [PropertyRecord]
  /// What the hot path of property access needs of each property; trivial, so that reading it
  /// counts no references.
  let access: [PropertyAccess]
  /// The indexes of all relationships, transient ones too.
  let relationships: [Int]
  /// Whether an attribute goes through a value transformer.
  let hasTransformables: Bool
  /// A row without values: what an object whose row is gone reads.
  let emptyRow: Row
  /// A row of a new object: the default values.
  let defaultRow: Row
  private let indexes: [String: Int]
  /// The layouts of the whole model, by entity index.
  let model: LayoutTable

  init(
    entity: NSEntityDescription, schema: EntitySchema, properties: [PropertyRecord],
    defaultRow: Row, model: LayoutTable
  ) {
    self.model = model
    self.entity = entity
    self.schema = schema
    self.properties = properties
    self.defaultRow = defaultRow
    access = properties.map(PropertyAccess.init)
    relationships = properties.filter(\.isRelationship).map(\.index)
    hasTransformables = properties.contains { $0.type == .transformable }
    emptyRow = PropertyLayout.emptyRow(schema)
    indexes = Dictionary(
      properties.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
  }

  private static func emptyRow(_ schema: EntitySchema) -> Row {
    let assembler = RowAssembler(chunkCapacity: 64)
    assembler.begin(entity: schema.index, slotCount: schema.slotCount, version: 0)
    return assembler.finish()
  }

  /// The number of the entity: depth-first, roots and children by ascending name.
  var index: Int { schema.index }

  /// The number of a property; `nil` for an unknown name.
  func index(of name: String) -> Int? { indexes[name] }

  /// The record of a property; `nil` for an unknown name.
  func record(named name: String) -> PropertyRecord? { indexes[name].map { properties[$0] } }
}

/// The layouts of a model by entity index. Layouts share it; the model's coordinator keeps it.
// Sendable: filled once, before any layout is used.
final class LayoutTable: @unchecked Sendable {
  private var layouts: [Unmanaged<PropertyLayout>] = []

  var count: Int { layouts.count }

  /// The layout of an entity. It lives as long as its entity does.
  subscript(index: Int) -> PropertyLayout { layouts[index].takeUnretainedValue() }

  func fill(_ all: [PropertyLayout]) { layouts = all.map(Unmanaged.passUnretained) }
}

/// The part of a ``PropertyRecord`` that the hot path of property access needs.
struct PropertyAccess {
  let nameHash: UInt64
  let slot: Int32
  let index: UInt16
  let kind: PropertyRecord.Kind

  init(_ record: PropertyRecord) {
    nameHash = record.nameHash
    slot = Int32(record.slot)
    index = UInt16(record.index)
    kind = record.kind
  }
}
