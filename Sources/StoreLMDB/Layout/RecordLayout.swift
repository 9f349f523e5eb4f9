// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// How a row stands in the file: a byte for the format, then the row's bytes, in which entities go
/// by the file's own numbers. Values in the map are not aligned.
final class RecordLayout: Sendable {
  /// The bytes before the row's own.
  static let prefix = 1

  let formats: RecordFormats
  /// True if entities in the file go by the schema's indexes, so that rows are copied as they are.
  var isIdentity: Bool { formats.isIdentity }
  /// By entity: the slots that hold an entity, each after that of its number, and what may stand
  /// there.
  private let references: [[(slot: Int, subtree: Range<Int>)]]
  private let roots: [Int]
  private let numbers: EntityRegister
  private let store: String

  init(schema: StoreSchema, numbers: EntityRegister, store: String) {
    formats = RecordFormats(schema: schema, numbers: numbers)
    references = schema.entities.map { entity in
      entity.toOnes.map { ($0.slot + 1, schema.entities[$0.destination].subtree) }
    }
    roots = schema.entities.map(\.root)
    self.numbers = numbers
    self.store = store
  }

  deinit { formats.deallocate() }

  // MARK: - Reading

  /// Returns the first byte of a stored row's image.
  @inline(__always)
  static func image(_ value: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    value.baseAddress.map { $0 + prefix }
  }

  /// Returns the concrete entity of a stored row. Throws `.corrupt` unless all that the row points
  /// to lies inside.
  func check(
    _ value: UnsafeRawBufferPointer, number: Int64, root: Int
  ) throws(StoreError) -> Int {
    let entity = formats.check(value, root: root)
    guard entity >= 0 else { throw damage(number, root) }
    return entity
  }

  /// Returns the version of a stored row that was checked.
  static func version(_ image: UnsafeRawPointer) -> Int64 {
    image.loadUnaligned(fromByteOffset: 8, as: Int64.self)
  }

  /// Returns a copy of a stored row that was checked.
  func copy(
    _ value: UnsafeRawBufferPointer, number: Int64, entity: Int, into copier: inout RowCopier
  ) throws(StoreError) -> Row {
    guard let image = RecordLayout.image(value) else { throw damage(number, roots[entity]) }
    let row = copier.copy(image, value.count - RecordLayout.prefix)
    if !isIdentity { try settle(row, entity: entity, number: number) }
    return row
  }

  /// Makes the entities of a copied row the schema's.
  private func settle(_ row: Row, entity: Int, number: Int64) throws(StoreError) {
    let start = row.chunk.base + Int(row.offset)
    start.storeBytes(of: UInt32(entity), toByteOffset: 4, as: UInt32.self)
    for (slot, subtree) in references[entity] where !row.isNull(slot) {
      guard let index = numbers.index(of: UInt32(truncatingIfNeeded: row.bits(slot))),
        subtree.contains(index)
      else {
        throw damage(number, roots[entity])
      }
      let offset = Row.headerSize + 8 * slot
      start.storeBytes(of: UInt64(index), toByteOffset: offset, as: UInt64.self)
    }
  }

  func damage(_ number: Int64, _ root: Int) -> StoreError {
    StoreError(
      .corrupt, store: store,
      message: "the row \(number) of the hierarchy \(root) is damaged")
  }

  // MARK: - Writing

  /// Returns the bytes that a row takes in the file.
  func byteCount(of row: Row) -> Int { RecordLayout.prefix + row.byteCount }

  /// Writes a row, given by its image, where there is room for it.
  func write(_ image: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Row.formatVersion, as: UInt8.self)
    let copy = target + RecordLayout.prefix
    copy.copyMemory(from: image, byteCount: Int(image.load(as: UInt32.self)))
    if !isIdentity { translate(copy) }
  }

  /// Makes the entities of an image the file's.
  private func translate(_ image: UnsafeMutableRawPointer) {
    let entity = Int(image.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    guard let number = numbers.number(of: entity) else { return }
    image.storeBytes(of: number, toByteOffset: 4, as: UInt32.self)
    for (slot, _) in references[entity] where !RecordLayout.isNull(slot, image) {
      let offset = Row.headerSize + 8 * slot
      let index = image.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      image.storeBytes(of: stored(index), toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Returns the file's number of the entity in a reference.
  func stored(_ entity: UInt64) -> UInt64 {
    isIdentity ? entity : UInt64(numbers.number(of: Int(entity)) ?? .max)
  }

  private static func isNull(_ slot: Int, _ image: UnsafeMutableRawPointer) -> Bool {
    let slots = Int(image.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    let word = image.loadUnaligned(
      fromByteOffset: Row.headerSize + 8 * (slots + (slot >> 6)), as: UInt64.self)
    return word & (1 << (slot & 63)) != 0
  }
}
#endif
