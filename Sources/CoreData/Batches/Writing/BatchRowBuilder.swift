// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Packs the values of new rows, and checks them as a batch request does: their classes, and that
/// none is missing (R-PSC-690, 691).
struct BatchRowBuilder {
  let layout: PropertyLayout
  private let composites: [PropertyRecord]
  private let assembler = RowAssembler()

  /// Rows of an entity.
  init(_ layout: PropertyLayout) {
    self.layout = layout
    composites = layout.properties.filter { $0.kind == .composite && $0.isPersistent }
  }

  /// Returns the row of a dictionary. What it lacks has the default value; unknown keys are
  /// ignored.
  func row(_ values: [String: Any]) throws -> Row {
    assembler.begin(entity: layout.index, slotCount: layout.schema.slotCount, version: 1)
    for record in layout.properties where record.isPersistent {
      switch record.kind {
      case .attribute where record.slot >= 0: try pack(record, values)
      case .composite: try packComposite(record, values)
      case .attribute, .toOne, .toMany, .fetched: break
      }
    }
    return try checked(assembler.finish())
  }

  /// Returns the row of an object that is in no context.
  func row(of object: NSManagedObject) throws -> Row {
    object.realise()
    for record in composites {
      guard let value = object.propertyValue(record.index) else { continue }
      _ = try BatchValue.elements(value, of: record, layout)
    }
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
  private func packComposite(_ record: PropertyRecord, _ values: [String: Any]) throws {
    let whole = values[record.name].flatMap(PropertyValue.present)
    if values[record.name] == nil {
      for leaf in record.leaves {
        guard values[leaf.keyPath(in: record)] == nil else { continue }
        assembler.copy(leaf.slot, kind: leaf.type.slotKind, from: layout.defaultRow)
      }
    } else if let whole {
      CompositeCoding.store(
        try BatchValue.elements(whole, of: record, layout), leaves: record.leaves, in: assembler)
    }
    for leaf in record.leaves {
      guard let value = values[leaf.keyPath(in: record)] else { continue }
      CompositeCoding.store(
        try BatchValue.element(leaf, value: value, of: record, layout), leaves: [leaf],
        in: assembler)
    }
  }

  private func checked(_ row: Row) throws -> Row {
    for record in composites {
      if let values = CompositeCoding.dictionary(row, leaves: record.leaves) {
        _ = try BatchValue.elements(values, of: record, layout)
      } else if !record.isOptional {
        throw BatchValue.missing(record, layout)
      }
    }
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

/// One value of a batch request, as rows hold it.
enum BatchValue {
  /// Returns the cell for a value; `NSNull` and nil are null. Throws 1550 for a value of a wrong
  /// class.
  static func cell(
    _ value: Any?, of record: PropertyRecord, _ layout: PropertyLayout
  ) throws -> PropertyValue {
    guard let value = value.flatMap(PropertyValue.present) else { return .null }
    guard let cell = record.cell(value) else {
      throw mismatch(record, layout: layout, value: value)
    }
    guard record.type == .transformable else { return cell }
    let form = TransformableCheck.form(of: value, record.description)
    if case .refused = form { throw mismatch(record, layout: layout, value: value) }
    if case .null = form { return .null }
    return cell
  }

  /// Returns the dictionary that a composite is set to. Throws what is wrong with it.
  static func elements(
    _ value: Any, of record: PropertyRecord, _ layout: PropertyLayout
  ) throws -> [String: Any] {
    guard let composite = record.description as? NSCompositeAttributeDescription else { return [:] }
    let problems = ElementCheck.problems(of: value, in: composite, at: record.name)
    let values = value as? [String: Any] ?? [:]
    let problem = problems.first ?? TransformableCheck.problem(with: values, of: record)
    if let problem { throw problem.error(in: layout) }
    return values
  }

  /// Returns a dictionary of one element of a composite: empty for nil. Throws what is wrong with the
  /// value.
  static func element(
    _ leaf: CompositeLeaf, value: Any?, of record: PropertyRecord, _ layout: PropertyLayout
  ) throws -> [String: Any] {
    let value = value.flatMap(PropertyValue.present)
    let problems = ElementCheck.problems(
      of: value, leaf.attribute, at: leaf.keyPath(in: record))
    if let problem = problems.first { throw problem.error(in: layout) }
    guard let value else { return [:] }
    let values = leaf.path.reversed().reduce(value) { [$1: $0] } as? [String: Any] ?? [:]
    if let problem = TransformableCheck.problem(with: values, of: record) {
      throw problem.error(in: layout)
    }
    return values
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
