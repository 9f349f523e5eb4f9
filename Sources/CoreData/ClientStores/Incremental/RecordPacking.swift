// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Rows of the records that client stores hand out.
struct RecordPacking {
  let layout: PropertyLayout
  /// The store's name in messages.
  let storeName: String
  let assembler: RowAssembler

  /// Packs one record.
  ///
  /// - Parameters:
  ///   - value: the client's value of an attribute; nil and `NSNull` are null.
  ///   - destination: the key that a to-one leads to.
  ///   - order: the place in the destination's ordered inverse.
  func row(
    version: Int64, value: (String) -> Any?,
    destination: (PropertyRecord) throws -> ObjectKey?,
    order: (ToOneSchema) -> Int64? = { _ in nil }
  ) throws -> Row {
    let schema = layout.schema
    assembler.begin(entity: layout.index, slotCount: schema.slotCount, version: version)
    for record in layout.properties where record.isPersistent {
      switch record.kind {
      case .attribute where record.slot >= 0:
        try cell(value(record.name), record).store(
          in: assembler, slot: record.slot, record: record)
      case .composite:
        guard let dictionary = value(record.name) as? [String: Any] else { continue }
        CompositeCoding.store(dictionary, leaves: record.leaves, in: assembler)
      case .toOne where record.slot >= 0:
        guard let key = try destination(record) else { continue }
        assembler.setReference(number: key.number, entity: key.entity, record.slot)
        let toOne = schema.toOnes[record.column]
        if let slot = toOne.orderSlot, let order = order(toOne) {
          assembler.setInteger(order, slot)
        }
      case .attribute, .toOne, .toMany, .fetched: break
      }
    }
    return assembler.finish()
  }

  private func cell(_ value: Any?, _ record: PropertyRecord) throws -> PropertyValue {
    guard let value = value.flatMap(PropertyValue.present) else { return .null }
    guard let cell = record.cell(value) else {
      throw CocoaError.make(
        .coreData,
        reason: "The store \(storeName) gives \(value) for '\(record.name)' of "
          + "\(layout.schema.name), which cannot hold a \(type(of: value)).")
    }
    return cell
  }
}
