// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import QueryLowering
import StoreInterface
import Synchronization

/// The properties of an entity of a frozen model, by number.
///
/// The parent's properties come first in the parent's order, from the root down, then the
/// entity's own of all kinds by ascending UTF-8 bytes of their names; so a number means the same
/// in all subentities, and generated code carries it. Immutable; any thread.
// Sendable: every stored property is immutable, and so are a frozen model's descriptions.
final class PropertyLayout: @unchecked Sendable {
  /// Lives as long as its model, which coordinators, and so contexts, keep.
  unowned let entity: NSEntityDescription
  /// The entity compiled; its `index` is the entity's number.
  let schema: EntitySchema
  let properties: [PropertyRecord]
  /// The part of each property's record that the hot path of property access needs; trivial, so
  /// that reading it counts no references.
  let access: UnsafePointer<PropertyAccess>
  let count: Int
  /// The indexes of all relationships, transient ones too.
  let relationships: [Int]
  /// True if an attribute goes through a value transformer.
  let hasTransformables: Bool
  /// True if the store computes an attribute.
  let hasDerived: Bool
  /// True if an attribute or relationship is not stored.
  let hasTransients: Bool
  let hasToManys: Bool
  let hasOrderedToManys: Bool
  /// The indexes of to-manys whose pairs are held by links.
  let links: [Int]
  /// A hash of the entity's name.
  let nameHash: UInt64
  /// The properties that a save must look at in objects whose class leaves validation to the model.
  let checked: [PropertyAccess]
  let hasLinks: Bool
  let isAbstract: Bool
  /// A row without values: what an object whose row is gone reads.
  let emptyRow: Row
  /// A row of a new object: the default values.
  let defaultRow: Row
  /// The translations of predicates on the entity.
  let lowerings = LoweringCache()
  private let names: PropertyNameTable
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
    count = properties.count
    number = UInt32(schema.index)
    let records = UnsafeMutablePointer<PropertyAccess>.allocate(capacity: max(count, 1))
    for (index, record) in properties.enumerated() {
      (records + index).initialize(to: PropertyAccess(record, schema: schema))
    }
    access = UnsafePointer(records)
    relationships = properties.filter(\.isRelationship).map(\.index)
    hasTransformables = properties.contains {
      $0.type == .transformable || $0.leaves.contains { $0.type == .transformable }
    }
    hasDerived = properties.contains { $0.isDerived && $0.slot >= 0 }
    hasTransients = properties.contains { $0.isTransient && $0.kind != .fetched }
    hasToManys = properties.contains { $0.kind == .toMany }
    hasOrderedToManys = properties.contains { $0.kind == .toMany && $0.isOrdered }
    checked = (0..<count).map { records[$0] }.filter { $0.check != .nothing }
    nameHash = PropertyNameHash.of(schema.name)
    links = properties.indices.filter { records[$0].link >= 0 }
    hasLinks = !links.isEmpty
    isAbstract = schema.isAbstract
    emptyRow = PropertyLayout.emptyRow(schema)
    names = PropertyNameTable(properties.map(\.name), hashes: properties.map(\.nameHash))
  }

  deinit { access.deallocate() }

  /// The trivial records, for loops.
  var accesses: UnsafeBufferPointer<PropertyAccess> {
    UnsafeBufferPointer(start: access, count: count)
  }

  private static func emptyRow(_ schema: EntitySchema) -> Row {
    let assembler = RowAssembler(chunkCapacity: 64)
    assembler.begin(entity: schema.index, slotCount: schema.slotCount, version: 0)
    return assembler.finish()
  }

  /// ``index``, as keys and records hold it.
  let number: UInt32

  /// The number of the entity: depth-first, roots and children by ascending name.
  var index: Int { schema.index }

  /// Returns true if a class of this entity's objects overrides the check of single values; found
  /// out once.
  func overridesValidation(_ type: NSManagedObject.Type) -> Bool {
    validation.withLock { known in
      if let known, known.type == ObjectIdentifier(type) { return known.overrides }
      let overrides = !MethodOverrides.of(type).isDisjoint(with: .validation)
      known = (ObjectIdentifier(type), overrides)
      return overrides
    }
  }

  private let validation = OrderedMutex<(type: ObjectIdentifier, overrides: Bool)?>(nil, .layout)

  /// The name of the hierarchy's topmost entity.
  var rootName: String { model[schema.root].schema.name }

  /// Returns the number of a property; `nil` for an unknown name.
  func index(of name: String) -> Int? { names.index(of: name) }

  /// Returns the number of the property that has the same setter as a key, `setName` for `name` and
  /// for `Name`; `nil` for none.
  func index(ofSetterFor key: String) -> Int? {
    guard let first = key.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return nil }
    return index(of: String(UnicodeScalar(first ^ 0x20)) + key.dropFirst())
  }

  /// Returns the number of the property whose name has a hash; `nil` for none.
  func index(ofNameHash hash: UInt64) -> Int? { names.index(hash: hash) }

  /// Returns the record of a property; `nil` for an unknown name.
  func record(named name: String) -> PropertyRecord? {
    names.index(of: name).map { properties[$0] }
  }
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

/// The part of a ``PropertyRecord`` that the hot paths need: trivial, so that reading it counts no
/// references.
struct PropertyAccess {
  /// The check that a save makes of a property of a class that does not override validation.
  enum Check: UInt8 {
    case nothing
    /// Only that there is a value.
    case presence
    /// That there is a value, and that it fits the attribute's width.
    case width
    case everything
  }

  /// The type of an attribute's value, for accessors that are written for one type; any other value
  /// is to be converted, or refused.
  enum Form: UInt8 {
    case other
    case integer
    case double
    case float
    case date
    case text
    case data
    case uuid
    case url
  }

  let nameHash: UInt64
  let slot: Int32
  /// The slot of an integer, a double, a text; -1 where the row has something else.
  let integerSlot: Int32
  let doubleSlot: Int32
  let textSlot: Int32
  /// The slot of the position in an ordered inverse, or -1.
  let orderSlot: Int32
  let index: UInt16
  let kind: PropertyRecord.Kind
  /// The kind of value in the slot.
  let slotKind: SlotKind
  let isPersistent: Bool
  let isTransient: Bool
  let isOptional: Bool
  let isOrdered: Bool
  let isTransformable: Bool
  let isBoolean: Bool
  let isLink: Bool
  let form: Form
  /// The range of an integer attribute.
  let bounds: ClosedRange<Int64>
  /// True if it is kept by stores, as a column or a link.
  let isStored: Bool
  /// Of a to-many whose pairs a link of the schema holds: the link and the side, else -1.
  let link: Int32
  let linkSide: LinkSide
  /// The index of the inverse in the destination's layout; -1 when there is none.
  let inverse: Int32
  /// The indexes of the entities that a destination may have; empty for no relationship.
  let destinations: Range<UInt32>
  let deleteRule: NSDeleteRule
  let check: Check

  init(_ record: PropertyRecord, schema: EntitySchema) {
    nameHash = record.nameHash
    slot = Int32(record.slot)
    form = PropertyAccess.form(record)
    integerSlot = form == .integer ? slot : -1
    doubleSlot = [.double, .float, .date].contains(form) ? slot : -1
    textSlot = form == .text ? slot : -1
    let isStoredToOne = record.kind == .toOne && record.column >= 0
    orderSlot = isStoredToOne ? Int32(schema.toOnes[record.column].orderSlot ?? -1) : -1
    index = UInt16(record.index)
    kind = record.kind
    slotKind = record.kind == .toOne ? .reference : record.type?.slotKind ?? .bytes
    isPersistent = record.isPersistent
    isTransient = record.isTransient
    isOptional = record.isOptional
    isOrdered = record.isOrdered
    isStored = record.column >= 0
    inverse = Int32(record.inverse)
    destinations = record.destinations
    deleteRule = record.deleteRule
    bounds = PropertyAccess.bounds(record.type)
    (link, linkSide) = PropertyAccess.link(record, schema)
    isTransformable = record.type == .transformable
    isBoolean = record.type == .boolean
    isLink = record.link != nil
    check = PropertyAccess.check(record)
  }

  private static func form(_ record: PropertyRecord) -> Form {
    switch record.link == nil ? record.type : nil {
    case .boolean, .integer16, .integer32, .integer64: .integer
    case .double: .double
    case .float: .float
    case .date: .date
    case .string: .text
    case .binaryData: .data
    case .uuid: .uuid
    case .uri: .url
    case .decimal, .transformable, nil: .other
    }
  }

  private static func link(_ record: PropertyRecord, _ schema: EntitySchema) -> (Int32, LinkSide) {
    guard record.kind == .toMany, record.column >= 0,
      case .link(let link, let side) = schema.toManys[record.column].storage
    else { return (-1, .first) }
    return (Int32(link), side)
  }

  /// The numbers that an attribute of a type can hold.
  static func bounds(_ type: AttributeType?) -> ClosedRange<Int64> {
    switch type {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    default: .min ... .max
    }
  }

  /// An optional to-many without limits cannot have a wrong number of members.
  private static func countCheck(_ record: PropertyRecord) -> Check {
    guard record.isOptional, let relationship = record.description as? NSRelationshipDescription
    else { return .everything }
    let isUnlimited = relationship.maxCount <= 0 || relationship.maxCount >= Int(Int32.max)
    return isUnlimited && relationship.minCount <= 1 ? .nothing : .everything
  }

  private static func check(_ record: PropertyRecord) -> Check {
    if record.kind == .fetched { return .nothing }
    if record.kind == .toMany { return countCheck(record) }
    let isNarrow = record.type == .integer16 || record.type == .integer32
    let isUntyped =
      record.kind == .attribute && (record.type == nil || record.type == .transformable)
    let isSimple = !isUntyped && record.link == nil && record.kind != .composite
    if !isSimple || !record.description.validationPredicates.isEmpty { return .everything }
    if isNarrow { return .width }
    return record.isOptional || record.isDerived ? .nothing : .presence
  }
}
