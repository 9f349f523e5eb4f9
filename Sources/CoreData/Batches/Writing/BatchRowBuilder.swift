// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Packs the values of new rows, and checks them as a batch request does: their classes, and that
/// none is missing (R-PSC-690, 691).
struct BatchRowBuilder {
  let layout: PropertyLayout
  private let assembler = RowAssembler()

  /// Rows of an entity.
  init(_ layout: PropertyLayout) { self.layout = layout }

  /// Returns the row of a dictionary. What it lacks has the default value; unknown keys are
  /// ignored.
  func row(_ values: [String: Any]) throws -> Row {
    assembler.begin(entity: layout.index, slotCount: layout.schema.slotCount, version: 1)
    for record in layout.properties where record.isPersistent {
      switch record.kind {
      case .attribute where record.slot >= 0: try pack(record, values)
      case .composite: packComposite(record, values)
      case .attribute, .toOne, .toMany, .fetched: break
      }
    }
    return try checked(assembler.finish())
  }

  /// Returns the row of an object that is in no context.
  func row(of object: NSManagedObject) throws -> Row {
    object.realise()
    return try checked(object.packedRow(version: 1, in: assembler))
  }

  private func pack(_ record: PropertyRecord, _ values: [String: Any]) throws {
    guard let given = values[record.name] else {
      guard let type = record.type else { return }
      return assembler.copy(record.slot, kind: type.slotKind, from: layout.defaultRow)
    }
    try BatchValue.cell(given, of: record, layout).store(
      in: assembler, slot: record.slot, record: record)
  }

  /// A dictionary for the whole, key paths for elements.
  private func packComposite(_ record: PropertyRecord, _ values: [String: Any]) {
    let whole = values[record.name]
    if whole == nil {
      for leaf in record.leaves {
        guard values[leaf.keyPath(in: record)] == nil else { continue }
        assembler.copy(leaf.slot, kind: leaf.type.slotKind, from: layout.defaultRow)
      }
    } else if let dictionary = whole as? [String: Any] {
      CompositeCoding.store(dictionary, leaves: record.leaves, in: assembler)
    }
    for leaf in record.leaves {
      guard let value = values[leaf.keyPath(in: record)], !(value is NSNull) else { continue }
      let dictionary = leaf.path.reversed().reduce(value) { [$1: $0] }
      guard let dictionary = dictionary as? [String: Any] else { continue }
      CompositeCoding.store(dictionary, leaves: [leaf], in: assembler)
    }
  }

  private func checked(_ row: Row) throws -> Row {
    for access in layout.accesses
    where access.kind == .attribute && access.isPersistent && access.slot >= 0 {
      let record = layout.properties[Int(access.index)]
      if row.isNull(Int(access.slot)) {
        if !record.isOptional, !record.isDerived { throw BatchValue.missing(record, layout) }
      } else if access.slotKind == .integer, !access.bounds.contains(row.integer(Int(access.slot)))
      {
        throw BatchValue.mismatch(record, layout: layout, value: row.integer(Int(access.slot)))
      }
    }
    return row
  }
}

extension CompositeLeaf {
  /// How a batch request names the element.
  func keyPath(in record: PropertyRecord) -> String {
    ([record.name] + path).joined(separator: ".")
  }
}

/// One value of a batch request, as rows hold it.
enum BatchValue {
  /// Returns the cell for a value; `NSNull` and nil are null. Throws 1550 for a value of a wrong
  /// class.
  static func cell(
    _ value: Any?, of record: PropertyRecord, _ layout: PropertyLayout
  ) throws -> PropertyValue {
    guard let value = value.flatMap(present) else { return .null }
    guard let cell = record.cell(value) else {
      throw mismatch(record, layout: layout, value: value)
    }
    guard record.type == .transformable else { return cell }
    let form = TransformableCheck.form(of: value, record.description)
    if case .refused = form { throw mismatch(record, layout: layout, value: value) }
    if case .null = form { return .null }
    return cell
  }

  /// Returns a value that is there, without the optionals and nulls around it.
  static func present(_ value: Any) -> Any? {
    if value is NSNull { return nil }
    guard let optional = value as? any AnyOptional else { return value }
    return optional.wrappedValue.flatMap(present)
  }

  static func mismatch(_ record: PropertyRecord, layout: PropertyLayout, value: Any)
    -> CocoaError
  {
    CocoaError.make(
      .managedObjectValidation,
      reason: "\(record.name) of \(layout.schema.name) cannot hold the value \(value) of a batch "
        + "request.",
      userInfo: [NSValidationKeyErrorKey: record.name, NSValidationValueErrorKey: value])
  }

  static func missing(_ record: PropertyRecord, _ layout: PropertyLayout) -> CocoaError {
    CocoaError.make(
      .validationMissingMandatoryProperty,
      reason: "\(record.name) is a required value of \(layout.schema.name).",
      userInfo: [NSValidationKeyErrorKey: record.name])
  }
}

/// An optional inside an `Any`.
private protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedValue: Any? { self }
}
