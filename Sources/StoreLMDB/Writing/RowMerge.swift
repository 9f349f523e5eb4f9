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

  /// Returns the value to store, valid until the next merge. The stored one was checked.
  func merge(
    _ update: RowUpdate, into value: UnsafeRawBufferPointer, _ plan: RecordPlan
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    // Entities in references may go by other numbers in the file: that is for `rebuild`.
    let isPlain =
      plan.rowLayout.isFixed(update.changed)
      && (records.isIdentity || !plan.rowLayout.changesReference(update.changed))
    return isPlain
      ? patch(update, value: value, plan: plan) : try rebuild(update, value: value, plan: plan)
  }

  /// The changed slots hold their values themselves: the rest is copied as it is.
  private func patch(
    _ update: RowUpdate, value: UnsafeRawBufferPointer, plan: RecordPlan
  ) -> UnsafeRawBufferPointer {
    let target = room(value.count)
    if let source = value.baseAddress {
      target.copyMemory(from: source, byteCount: value.count)
    }
    plan.rowLayout.patch(target + RecordLayout.prefix, with: update)
    return UnsafeRawBufferPointer(start: target, count: value.count)
  }

  private func rebuild(
    _ update: RowUpdate, value: UnsafeRawBufferPointer, plan: RecordPlan
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
