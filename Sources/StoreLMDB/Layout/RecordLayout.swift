// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// How a row stands in the file: a byte for the format, then the row's bytes, in which entities go
/// by the file's own numbers.
final class RecordLayout: Sendable {
  /// What must be known of an entity to check and translate its rows.
  private struct Format: Sendable {
    let root: Int
    let slotCount: Int
    /// Slots that point into the variable part.
    let variable: [Int]
    /// Slots that hold an entity, each after that of its number.
    let entities: [Int]

    init(_ entity: EntitySchema) {
      root = entity.root
      slotCount = entity.slotCount
      entities = entity.toOnes.map { $0.slot + 1 }
      variable = entity.attributes.compactMap { attribute in
        switch attribute.type.slotKind {
        case .text, .bytes, .uuid, .decimal: attribute.slot
        case .integer, .double, .reference: nil
        }
      }
    }
  }

  /// The bytes before the row's own.
  static let prefix = 1

  private let formats: [Format]
  private let numbers: EntityNumbers
  private let store: String

  init(schema: StoreSchema, numbers: EntityNumbers, store: String) {
    formats = schema.entities.map(Format.init)
    self.numbers = numbers
    self.store = store
  }

  // MARK: - Reading

  /// The concrete entity of a stored row, without a look at the rest.
  func entity(of value: UnsafeRawBufferPointer) -> Int? {
    guard value.count >= RecordLayout.prefix + Row.headerSize, value[0] == Row.formatVersion
    else { return nil }
    return numbers.index(of: value.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
  }

  /// A copy of a stored row. Throws `.corrupt` unless all that it points to lies inside.
  func row(
    _ value: UnsafeRawBufferPointer, number: Int64, root: Int, into assembler: RowAssembler
  ) throws(StoreError) -> Row {
    guard let entity = entity(of: value), formats[entity].root == root else {
      throw damage(number, root)
    }
    let image = UnsafeRawBufferPointer(rebasing: value[RecordLayout.prefix...])
    guard Row.isWellFormed(image, slotCount: formats[entity].slotCount) else {
      throw damage(number, root)
    }
    let row = assembler.append(image: image)
    guard settle(row, entity) else { throw damage(number, root) }
    return row
  }

  /// The same into memory of the caller's, which must have room for `value`.
  func row(
    _ value: UnsafeRawBufferPointer, number: Int64, root: Int, over chunk: RowChunk
  ) throws(StoreError) -> Row {
    guard let entity = entity(of: value), formats[entity].root == root else {
      throw damage(number, root)
    }
    let image = UnsafeRawBufferPointer(rebasing: value[RecordLayout.prefix...])
    guard let source = image.baseAddress, image.count <= chunk.capacity,
      Row.isWellFormed(image, slotCount: formats[entity].slotCount)
    else { throw damage(number, root) }
    chunk.base.copyMemory(from: source, byteCount: image.count)
    let row = Row(chunk: chunk, offset: 0)
    guard settle(row, entity) else { throw damage(number, root) }
    return row
  }

  /// Checks the variable slots of a copied row and makes its entities the schema's.
  private func settle(_ row: Row, _ entity: Int) -> Bool {
    for slot in formats[entity].variable where !row.isInBounds(slot) { return false }
    guard !numbers.isIdentity else { return true }
    let start = row.chunk.base + Int(row.offset)
    start.storeBytes(of: UInt32(entity), toByteOffset: 4, as: UInt32.self)
    for slot in formats[entity].entities where !row.isNull(slot) {
      guard let index = numbers.index(of: UInt32(truncatingIfNeeded: row.bits(slot))) else {
        return false
      }
      let offset = Row.headerSize + 8 * slot
      start.storeBytes(of: UInt64(index), toByteOffset: offset, as: UInt64.self)
    }
    return true
  }

  func damage(_ number: Int64, _ root: Int) -> StoreError {
    StoreError(
      .corrupt, store: store,
      message: "the row \(number) of the hierarchy \(root) is damaged")
  }

  // MARK: - Writing

  /// The bytes that a row takes in the file.
  func byteCount(of row: Row) -> Int { RecordLayout.prefix + row.byteCount }

  /// Writes a row where there is room for `byteCount(of:)`.
  func write(_ row: Row, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Row.formatVersion, as: UInt8.self)
    let image = target + RecordLayout.prefix
    row.withBytes { bytes in
      if let source = bytes.baseAddress { image.copyMemory(from: source, byteCount: bytes.count) }
    }
    guard !numbers.isIdentity, let number = numbers.number(of: row.entity) else { return }
    image.storeBytes(of: number, toByteOffset: 4, as: UInt32.self)
    for slot in formats[row.entity].entities where !row.isNull(slot) {
      let number = numbers.number(of: Int(row.bits(slot))) ?? UInt32.max
      let offset = Row.headerSize + 8 * slot
      image.storeBytes(of: UInt64(number), toByteOffset: offset, as: UInt64.self)
    }
  }
}
#endif
