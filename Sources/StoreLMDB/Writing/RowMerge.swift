// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// Applies updates to stored rows, in memory that is used again for the next.
final class RowMerge {
  private let records: RecordLayout
  private lazy var assembler = RowAssembler()
  private var stored = RowCopier()
  private var scratch = RowChunk(capacity: 1024)

  init(_ records: RecordLayout) { self.records = records }

  /// The value to store, valid until the next merge. The stored one was checked.
  func merge(
    _ update: RowUpdate, into value: UnsafeRawBufferPointer, _ plan: EntityPlan
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    plan.isFixed(update.changed)
      ? patch(update, value, plan) : try rebuild(update, value, plan)
  }

  /// The changed slots hold their values themselves: the rest is copied as it is.
  private func patch(
    _ update: RowUpdate, _ value: UnsafeRawBufferPointer, _ plan: EntityPlan
  ) -> UnsafeRawBufferPointer {
    let target = room(value.count)
    if let source = value.baseAddress {
      target.copyMemory(from: source, byteCount: value.count)
    }
    let image = target + RecordLayout.prefix
    if update.expectedVersion != nil {
      image.storeBytes(of: update.row.version, toByteOffset: 8, as: Int64.self)
    }
    let row = update.row
    update.changed.forEach { slot in
      copy(slot, row.bits(slot), row, to: image)
      if plan.isReference(slot) {
        copy(slot + 1, records.stored(row.bits(slot + 1)), row, to: image)
      }
    }
    return UnsafeRawBufferPointer(start: target, count: value.count)
  }

  private func copy(_ slot: Int, _ bits: UInt64, _ row: Row, to image: UnsafeMutableRawPointer) {
    let isNull = row.isNull(slot)
    let offset = Row.headerSize + 8 * slot
    image.storeBytes(of: isNull ? 0 : bits, toByteOffset: offset, as: UInt64.self)
    let word = Row.headerSize + 8 * (row.slotCount + (slot >> 6))
    let mask: UInt64 = 1 << UInt64(slot & 63)
    let nulls = image.loadUnaligned(fromByteOffset: word, as: UInt64.self)
    image.storeBytes(
      of: isNull ? nulls | mask : nulls & ~mask, toByteOffset: word, as: UInt64.self)
  }

  private func rebuild(
    _ update: RowUpdate, _ value: UnsafeRawBufferPointer, _ plan: EntityPlan
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    let old = try records.copy(
      value, number: update.key.number, entity: plan.entity, into: &stored)
    let new = plan.rowLayout.merge(update, into: old, with: assembler)
    let count = records.byteCount(of: new)
    let target = room(count)
    new.withBytes { bytes in
      if let image = bytes.baseAddress { records.write(image, to: target) }
    }
    return UnsafeRawBufferPointer(start: target, count: count)
  }

  private func room(_ count: Int) -> UnsafeMutableRawPointer {
    if count > scratch.capacity { scratch = RowChunk(capacity: 2 * count) }
    return scratch.base
  }
}
#endif
