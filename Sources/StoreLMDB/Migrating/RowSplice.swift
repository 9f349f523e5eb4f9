// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// The way of one entity's stored rows to another version, from the bytes in the file to those that will
/// be there: no row is made in between, and references stay as the file has them.
///
/// It writes the same bytes as a ``RowMigration`` and a ``RecordLayout`` one after the other.
final class RowSplice {
  /// A slot that is copied if it is not null.
  private struct Move {
    let from: Int
    let to: Int
    /// True if the slot says where bytes lie, which are copied too.
    let isVariable: Bool
  }

  /// A value for rows that are without one.
  private struct Filling {
    /// The slot in which they may have one; nil: none has.
    let from: Int?
    let to: Int
    let bits: UInt64
  }

  private let formerSlots: Int
  private let slots: Int
  /// The number that the file has for the entity.
  private let entity: UInt32
  private var moves: [Move] = []
  private var fillings: [Filling] = []

  /// Nil for rows that can only be migrated value by value.
  ///
  /// - Parameter destination: an entity that has been there before.
  init?(_ destination: EntitySchema, _ versions: FileVersions) {
    guard let origin = versions.mapping.entities[destination.index],
      let entity = versions.new.numbers.number(of: destination.index)
    else { return nil }
    self.entity = entity
    let source = versions.old.schema.entities[origin.source]
    (formerSlots, slots) = (source.slotCount, destination.slotCount)
    for (attribute, origin) in zip(destination.attributes, origin.attributes) {
      guard add(attribute, origin, of: source) else { return nil }
    }
    for (toOne, origin) in zip(destination.toOnes, origin.toOnes) {
      guard add(toOne, origin, of: source, in: versions) else { return nil }
    }
  }

  // MARK: - Compiling

  private func add(
    _ attribute: AttributeSchema, _ origin: AttributeOrigin, of source: EntitySchema
  ) -> Bool {
    let from = origin.attribute.map { source.attributes[$0].slot }
    if let from {
      moves.append(
        Move(from: from, to: attribute.slot, isVariable: attribute.type.slotKind.isVariable))
    }
    guard origin.isRequired || !origin.fallback.isNull else { return true }
    guard let bits = origin.fallback.slotBits else { return false }
    fillings.append(Filling(from: from, to: attribute.slot, bits: bits))
    return true
  }

  private func add(
    _ toOne: ToOneSchema, _ origin: ToOneOrigin, of source: EntitySchema, in versions: FileVersions
  ) -> Bool {
    guard !origin.isRequired, toOne.orderSlot == nil else { return false }
    switch origin.place {
    case .none: return true
    case .toOne(let former):
      let former = source.toOnes[former]
      guard versions.keepsReferences(to: former.destination, as: toOne.destination) else {
        return false
      }
      for word in 0...1 {
        moves.append(Move(from: former.slot + word, to: toOne.slot + word, isVariable: false))
      }
      return true
    case .inverse, .link: return false
    }
  }

  // MARK: - Rows

  /// Returns true if a row gets a value that it is without. The image was checked, as everywhere here.
  func fills(_ image: UnsafeRawPointer) -> Bool {
    fillings.contains { filling in
      filling.from.map { RowSplice.isNull($0, of: formerSlots, in: image) } ?? true
    }
  }

  /// Returns the bytes that a new row takes in the file.
  func byteCount(_ image: UnsafeRawPointer) -> Int {
    var count = RecordLayout.prefix + RowSplice.fixedSize(slots)
    // The slots of nulls are zero.
    for move in moves where move.isVariable {
      count += Int(RowSplice.bits(move.from, in: image) >> 32)
    }
    return count
  }

  /// Writes the new row of an old one where there is room for it.
  func write(_ image: UnsafeRawPointer, to target: UnsafeMutableRawPointer, byteCount: Int) {
    target.storeBytes(of: Row.formatVersion, as: UInt8.self)
    let copy = target + RecordLayout.prefix
    begin(copy, byteCount: byteCount - RecordLayout.prefix, since: image)
    var end = RowSplice.fixedSize(slots)
    for move in moves where !RowSplice.isNull(move.from, of: formerSlots, in: image) {
      var bits = RowSplice.bits(move.from, in: image)
      if move.isVariable {
        let count = Int(bits >> 32)
        (copy + end).copyMemory(from: image + Int(bits & 0xFFFF_FFFF), byteCount: count)
        bits = UInt64(end) | UInt64(count) << 32
        end += count
      }
      set(bits, move.to, in: copy)
    }
    for filling in fillings
    where filling.from.map({ RowSplice.isNull($0, of: formerSlots, in: image) }) ?? true {
      set(filling.bits, filling.to, in: copy)
    }
  }

  /// Writes the header, and slots that are all null.
  private func begin(
    _ copy: UnsafeMutableRawPointer, byteCount: Int, since image: UnsafeRawPointer
  ) {
    copy.storeBytes(of: UInt32(byteCount), as: UInt32.self)
    copy.storeBytes(of: entity, toByteOffset: 4, as: UInt32.self)
    copy.storeBytes(of: RecordLayout.version(image), toByteOffset: 8, as: Int64.self)
    copy.storeBytes(of: UInt64(slots), toByteOffset: 16, as: UInt64.self)
    for slot in 0..<slots {
      copy.storeBytes(of: 0, toByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
    }
    for word in 0..<((slots + 63) >> 6) {
      copy.storeBytes(of: .max, toByteOffset: Row.headerSize + 8 * (slots + word), as: UInt64.self)
    }
  }

  private func set(_ bits: UInt64, _ slot: Int, in copy: UnsafeMutableRawPointer) {
    copy.storeBytes(of: bits, toByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
    let place = Row.headerSize + 8 * (slots + (slot >> 6))
    let word = copy.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    copy.storeBytes(of: word & ~(1 << (slot & 63)), toByteOffset: place, as: UInt64.self)
  }

  private static func fixedSize(_ slots: Int) -> Int {
    Row.headerSize + 8 * (slots + ((slots + 63) >> 6))
  }

  private static func bits(_ slot: Int, in image: UnsafeRawPointer) -> UInt64 {
    image.loadUnaligned(fromByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
  }

  private static func isNull(_ slot: Int, of slots: Int, in image: UnsafeRawPointer) -> Bool {
    bits(slots + (slot >> 6), in: image) & (1 << (slot & 63)) != 0
  }
}

extension FileVersions {
  /// Returns true if all references to an entity of the source (or its descendants) stay as they are in
  /// the file when they may lead to one of the destination.
  fileprivate func keepsReferences(to former: Int, as entity: Int) -> Bool {
    let subtree = old.schema.entities[former].subtree
    return rows.references.isTotal(from: subtree, to: entity)
      && subtree.allSatisfy { index in
        mapping.successors[index].map {
          new.numbers.number(of: $0) == old.numbers.number(of: index)
        }
          ?? false
      }
  }
}

extension SlotKind {
  /// True if the bytes of a value lie behind the slots.
  fileprivate var isVariable: Bool {
    switch self {
    case .integer, .double, .reference: false
    case .text, .bytes, .uuid, .decimal: true
    }
  }
}

extension AttributeValue {
  /// The value as a slot has it; nil if it does not fit there.
  fileprivate var slotBits: UInt64? {
    switch self {
    case .integer(let integer): UInt64(bitPattern: integer)
    case .double(let double), .date(let double): double.bitPattern
    default: nil
    }
  }
}
#endif
