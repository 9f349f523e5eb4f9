// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The bytes of a row that come from outside: they are looked through before they count as one.
enum RowImage {
  /// Nil unless every slot leads to what lies within the image.
  static func row(_ image: Data, _ schema: SchemaDescription) -> Row? {
    guard let fixed = fixedSize(of: image, schema) else { return nil }
    let assembler = RowAssembler(chunkCapacity: image.count + 64)
    let row = image.withUnsafeBytes { assembler.append(image: $0) }
    let columns = schema.entities[row.entity].columns
    return columns.allSatisfy { isSound($0, of: row, behind: fixed, schema) } ? row : nil
  }

  /// Returns the size of the part before the values of variable length; nil when the header is not
  /// of a row of its entity.
  private static func fixedSize(of image: Data, _ schema: SchemaDescription) -> Int? {
    guard image.count >= Row.headerSize, word(image, 0) == image.count else { return nil }
    let (entity, slots) = (word(image, 4), word(image, 16))
    guard schema.entities.indices.contains(entity), schema.entities[entity].slotCount == slots
    else { return nil }
    let size = Row.headerSize + 8 * slots + 8 * ((slots + 63) >> 6)
    return size <= image.count ? size : nil
  }

  private static func word(_ image: Data, _ offset: Int) -> Int {
    image.withUnsafeBytes {
      Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
  }

  private static func isSound(
    _ column: SchemaDescription.Column, of row: Row, behind fixed: Int, _ schema: SchemaDescription
  ) -> Bool {
    guard !row.isNull(column.slot) else { return true }
    let bits = row.bits(column.slot)
    switch column.kind {
    case .integer, .double: return true
    case .reference: return row.bits(column.slot + 1) < UInt64(schema.entities.count)
    case .text, .bytes, .uuid, .decimal:
      let (offset, count) = (Int(bits & (Row.externalBit - 1)), Int(bits >> 32))
      guard offset >= fixed, offset <= row.byteCount, count <= row.byteCount - offset else {
        return false
      }
      return column.kind != .uuid || count == 16
    }
  }
}
