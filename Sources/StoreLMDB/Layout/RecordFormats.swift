// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// The facts about every entity by which stored rows are checked, as plain memory: checking a row
/// retains nothing. Valid while the ``RecordLayout`` that made it is alive.
// Sendable: written by `init` only.
struct RecordFormats: @unchecked Sendable {
  private struct Format {
    let root: Int
    let slotCount: Int
    /// The bytes that every row of the entity has at least.
    let fixedSize: Int
    /// Where the slots that point into the variable part begin and end in `variable`.
    let variableStart: Int
    let variableEnd: Int
    /// The same for the slots that must have just sixteen bytes.
    let uuidStart: Int
    let uuidEnd: Int
    /// Where the entity's to-ones begin and end in `references`.
    let referenceStart: Int
    let referenceEnd: Int
  }

  /// A to-one and the entities that may stand there, as the file numbers them.
  private struct Reference {
    let slot: Int
    let lowest: UInt64
    let count: UInt64
  }

  /// True if entities in the file go by the schema's indexes.
  let isIdentity: Bool
  private let formats: UnsafeMutableBufferPointer<Format>
  private let variable: UnsafeMutableBufferPointer<Int>
  private let references: UnsafeMutableBufferPointer<Reference>
  /// The schema's index by the file's number; -1 where there is none.
  private let indexes: UnsafeMutableBufferPointer<Int>

  init(schema: StoreSchema, numbers: EntityRegister) {
    var formats: [Format] = []
    var variable: [Int] = []
    var references: [Reference] = []
    let fileCount = UInt64(numbers.names.keys.max() ?? 0) + 1
    for entity in schema.entities {
      let (start, firstReference) = (variable.count, references.count)
      for attribute in entity.attributes {
        switch attribute.type.slotKind {
        case .text, .bytes, .decimal: variable.append(attribute.slot)
        case .uuid, .integer, .double, .reference: break
        }
      }
      let uuidStart = variable.count
      for attribute in entity.attributes where attribute.type.slotKind == .uuid {
        variable.append(attribute.slot)
      }
      for toOne in entity.toOnes {
        let subtree = schema.entities[toOne.destination].subtree
        references.append(
          Reference(
            slot: toOne.slot, lowest: numbers.isIdentity ? UInt64(subtree.lowerBound) : 0,
            count: numbers.isIdentity ? UInt64(subtree.count) : fileCount))
      }
      let count = entity.slotCount
      formats.append(
        Format(
          root: entity.root, slotCount: count,
          fixedSize: Row.headerSize + 8 * count + 8 * ((count + 63) >> 6), variableStart: start,
          variableEnd: variable.count, uuidStart: uuidStart, uuidEnd: variable.count,
          referenceStart: firstReference, referenceEnd: references.count))
    }
    self.references = .allocate(capacity: references.count)
    _ = self.references.initialize(from: references)
    isIdentity = numbers.isIdentity
    self.formats = .allocate(capacity: formats.count)
    _ = self.formats.initialize(from: formats)
    self.variable = .allocate(capacity: variable.count)
    _ = self.variable.initialize(from: variable)
    let highest = Int(numbers.names.keys.max() ?? 0)
    indexes = .allocate(capacity: highest + 1)
    for number in 0...highest {
      indexes.initializeElement(at: number, to: numbers.index(of: UInt32(number)) ?? -1)
    }
  }

  func deallocate() {
    formats.deallocate()
    variable.deallocate()
    references.deallocate()
    indexes.deallocate()
  }

  /// Returns the concrete entity of a stored row, without a look at the rest; -1 when it is
  /// damaged.
  @inline(__always)
  func entity(of value: UnsafeRawBufferPointer) -> Int {
    guard value.count >= RecordLayout.prefix + Row.headerSize,
      value.loadUnaligned(as: UInt8.self) == Row.formatVersion
    else { return -1 }
    let number = Int(value.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
    return number < indexes.count ? indexes[number] : -1
  }

  /// Returns the concrete entity of a stored row of a hierarchy; -1 unless all that it points to
  /// lies inside.
  @inline(__always)
  func check(_ value: UnsafeRawBufferPointer, root: Int) -> Int {
    let entity = entity(of: value)
    guard entity >= 0, let start = value.baseAddress else { return -1 }
    let format = formats[entity]
    let image = start + RecordLayout.prefix
    let count = value.count - RecordLayout.prefix
    guard format.root == root, count >= format.fixedSize,
      Int(image.loadUnaligned(as: UInt32.self)) == count,
      Int(image.loadUnaligned(fromByteOffset: 16, as: UInt32.self)) == format.slotCount,
      // Versions count up from one: there must be room for the next.
      image.loadUnaligned(fromByteOffset: 8, as: UInt64.self) < 1 << 62
    else { return -1 }
    var place = format.variableStart
    while place < format.variableEnd {
      let offset = Row.headerSize + 8 * variable[place]
      let bits = image.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard Int(bits & 0xFFFF_FFFF) + Int(bits >> 32) <= count else { return -1 }
      place += 1
    }
    guard format.uuidStart == format.uuidEnd || hasWholeUUIDs(image, format) else { return -1 }
    place = format.referenceStart
    while place < format.referenceEnd {
      let reference = references[place]
      let offset = Row.headerSize + 8 * reference.slot
      let number = image.loadUnaligned(fromByteOffset: offset, as: Int64.self)
      let entity = image.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      // The slots of a null are zero.
      guard
        number > 0 && entity &- reference.lowest < reference.count
          || isNull(reference.slot, in: image, format: format)
      else { return -1 }
      place += 1
    }
    return entity
  }

  private func hasWholeUUIDs(_ image: UnsafeRawPointer, _ format: Format) -> Bool {
    for place in format.uuidStart..<format.uuidEnd {
      let slot = variable[place]
      let bits = image.loadUnaligned(
        fromByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
      guard bits >> 32 == 16 || isNull(slot, in: image, format: format) else { return false }
    }
    return true
  }

  private func isNull(_ slot: Int, in image: UnsafeRawPointer, format: Format) -> Bool {
    let word = image.loadUnaligned(
      fromByteOffset: Row.headerSize + 8 * (format.slotCount + (slot >> 6)), as: UInt64.self)
    return word & (1 << (slot & 63)) != 0
  }
}
#endif
