// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The hash of one row's contents: number and values by their kind, not the bytes they lie in.
struct RowHash {
  private static let null: UInt64 = 0x6E75_6C6C
  private static let something: UInt64 = 0x736F_6D65
  private let schema: StoreSchema
  private let scope: ContentDigest.Scope
  /// By entity: the slots of attributes that do not count.
  private let ignored: [SlotSet]

  init(_ schema: StoreSchema, _ scope: ContentDigest.Scope) {
    self.schema = schema
    self.scope = scope
    var ignored = Array(repeating: SlotSet(), count: schema.entities.count)
    for attribute in scope.hasDerived ? [] : schema.derived {
      let slot = schema.entities[attribute.entity].attributes[attribute.attribute].slot
      for entity in schema.entities[attribute.entity].subtree { ignored[entity].insert(slot) }
    }
    self.ignored = ignored
  }

  func hash(of row: Row, number: Int64) -> UInt64 {
    withExtendedLifetime(row) {
      var hash = ContentHash(UInt64(row.entity))
      hash.add(UInt64(bitPattern: number))
      if scope.hasVersions { hash.add(UInt64(bitPattern: row.version)) }
      let entity = schema.entities[row.entity]
      for attribute in entity.attributes where !ignored[row.entity].contains(attribute.slot) {
        add(attribute, row, to: &hash)
      }
      for toOne in entity.toOnes { add(toOne, row, to: &hash) }
      return hash.value
    }
  }

  private func add(_ attribute: AttributeSchema, _ row: Row, to hash: inout ContentHash) {
    let slot = attribute.slot
    guard !row.isNull(slot) else { return hash.add(RowHash.null) }
    if attribute.allowsExternalStorage, row.isExternal(slot) {
      return addContent(attribute, row, to: &hash)
    }
    if !scope.hasExactForms, let form = looseForm(attribute, row) { return hash.add(form) }
    switch attribute.type.slotKind {
    case .integer, .reference: hash.add(row.bits(slot))
    case .double: hash.add(canonical(row.double(slot)))
    case .text, .bytes, .uuid: hash.add(row.bytes(slot))
    case .decimal: add(row.decimal(slot).map(DecimalCoding.text) ?? "", to: &hash)
    }
  }

  /// Of a value that lies in a file; one that is missing is null.
  private func addContent(_ attribute: AttributeSchema, _ row: Row, to hash: inout ContentHash) {
    guard let content = row.externalContent(attribute.slot) else { return hash.add(RowHash.null) }
    if !scope.hasExactForms, attribute.type == .transformable { return hash.add(RowHash.something) }
    content.withUnsafeBytes { hash.add($0) }
  }

  /// Returns the number that stands for a value that a store may keep in another form; nil for
  /// others.
  private func looseForm(_ attribute: AttributeSchema, _ row: Row) -> UInt64? {
    switch attribute.type {
    case .transformable, .date: RowHash.something
    case .string, .binaryData: row.bytes(attribute.slot).isEmpty ? RowHash.null : nil
    default: nil
    }
  }

  /// The same for both zeros and for every value that is not a number.
  private func canonical(_ value: Double) -> UInt64 {
    if value == 0 { return 0 }
    return value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }

  private func add(_ text: String, to hash: inout ContentHash) {
    var text = text
    text.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
  }

  /// The destination's entity is the store's to know: its number says which object it is.
  private func add(_ toOne: ToOneSchema, _ row: Row, to hash: inout ContentHash) {
    guard !row.isNull(toOne.slot) else { return hash.add(RowHash.null) }
    hash.add(row.bits(toOne.slot))
    guard scope.hasOrderKeys, let slot = toOne.orderSlot else { return }
    hash.add(row.isNull(slot) ? RowHash.null : row.bits(slot))
  }
}
