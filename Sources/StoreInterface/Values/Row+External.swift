// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Values of binary attributes that lie in files of their own. The row has the file's path in their
/// stead, marked by a bit of the slot; the bytes are read when somebody asks for them.
///
/// Only rows that SQLite stores hand out have such values. A store without external files is never
/// given any: see ``withContents(of:)``.
extension Row {
  /// The bit of a slot for bytes that tells that they are the path of a file. An offset never has it.
  @inlinable package static var externalBit: UInt64 { 1 << 31 }

  /// Returns true if a slot for bytes (no other kind may be asked for) names a file.
  @inlinable
  package func isExternal(_ slot: Int) -> Bool { bits(slot) & Row.externalBit != 0 }

  /// Returns the path of the file that a slot for bytes names; nil for one that holds its value.
  package func externalPath(_ slot: Int) -> String? {
    isExternal(slot) ? String(decoding: bytes(slot), as: UTF8.self) : nil
  }

  /// Returns the content of the file that a slot names; nil when it cannot be read, as when the file is
  /// not there. A long one takes no memory before it is looked at.
  package func externalContent(_ slot: Int) -> Data? {
    externalPath(slot).flatMap(MappedContent.of)
  }

  /// Returns true if a slot for bytes holds just these, be it in a file.
  package func holds(_ data: Data, _ slot: Int) -> Bool {
    guard let path = externalPath(slot) else {
      return data.withUnsafeBytes { holds($0, slot) }
    }
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) == data.count else { return false }
    return externalContent(slot) == data
  }

  /// Returns true if two slots for bytes hold the same value. One file is not read.
  func isSameContent(_ slot: Int, as other: Row) -> Bool {
    guard isExternal(slot) || other.isExternal(slot) else { return holds(other.bytes(slot), slot) }
    if let path = externalPath(slot), path == other.externalPath(slot) { return true }
    guard let content = data(slot) else { return false }
    return other.holds(content, slot)
  }

  /// Returns true if an attribute of the row lies in a file.
  package func hasExternalValues(_ entity: EntitySchema) -> Bool {
    entity.attributes.contains { $0.allowsExternalStorage && isExternal($0.slot) }
  }

  /// The same row with all its values within; those whose files cannot be read are null.
  package func withContents(of entity: EntitySchema) -> Row {
    guard hasExternalValues(entity) else { return self }
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: self.entity, slotCount: slotCount, version: version)
    for attribute in entity.attributes {
      guard attribute.allowsExternalStorage, isExternal(attribute.slot) else {
        assembler.copy(attribute.slot, kind: attribute.type.slotKind, from: self)
        continue
      }
      if let content = externalContent(attribute.slot) {
        assembler.setData(content, attribute.slot)
      }
    }
    for toOne in entity.toOnes {
      assembler.copy(toOne.slot, kind: .reference, from: self)
      if let order = toOne.orderSlot { assembler.copy(order, kind: .integer, from: self) }
    }
    return assembler.finish()
  }
}

extension RowAssembler {
  /// Sets a value that lies in a file, which stays there while the row lives.
  package func setExternal(path: String, _ slot: Int) {
    setString(path, slot)
    markExternal(slot, path)
  }

  /// Copies a slot that names a file.
  @usableFromInline
  func copyExternal(_ slot: Int, fromRowAt start: UnsafeRawPointer, bits: UInt64) {
    let path = UnsafeRawBufferPointer(
      start: start + Int(bits & (Row.externalBit - 1)), count: Int(bits >> 32))
    setExternal(path: String(decoding: path, as: UTF8.self), slot)
  }

  private func markExternal(_ slot: Int, _ path: String) {
    let place = Row.headerSize + 8 * slot
    let bits = (chunk.base + rowStart).load(fromByteOffset: place, as: UInt64.self)
    setBits(bits | Row.externalBit, slot)
    chunk.keep(ExternalFileUse(of: path), forRowAt: rowStart)
  }
}
