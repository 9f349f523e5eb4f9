// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import StoreInterface

/// Translates the columns of a dictionary request into a question for a table.
///
/// Nothing is translated that stores would answer otherwise than objects do: then there is no table,
/// and the request is answered on objects.
struct TableLowering {
  private let predicates: PredicateLowering
  private let layouts: [PropertyLayout]
  private let entity: PropertyLayout
  private(set) var operands: [Operand] = []

  var schema: EntitySchema { entity.schema }

  init(
    _ model: NSManagedObjectModel, _ coordinator: NSPersistentStoreCoordinator?,
    entity: PropertyLayout
  ) {
    layouts = model.orderedLayouts
    self.entity = entity
    predicates = PredicateLowering(
      StoredModel(layouts: layouts, coordinator: coordinator), leavesUnstoredKeys: true)
  }

  /// Returns the input that has the values of an expression, and their form; nil for none.
  mutating func input(_ expression: ExpressionNode) -> (place: Int, form: TableForm)? {
    guard let column = predicates.column(expression, for: entity), let form = form(of: column)
    else { return nil }
    return (place(of: column.operand), form)
  }

  /// Returns the input of a column that rows are sorted by.
  mutating func place(of operand: Operand) -> Int {
    if let known = operands.firstIndex(of: operand) { return known }
    operands.append(operand)
    return operands.count - 1
  }

  private func form(of column: LoweredColumn) -> TableForm? {
    if column.isObject { return .object }
    var form = TableForm.value(column.type)
    guard let number = column.property else { return form }
    let record = layouts[number.entity].properties[number.property]
    if column.type == .transformable {
      guard record.kind == .attribute else { return nil }
      form = .transformed(record.description)
    }
    let attributes = layouts[number.entity].schema.attributes
    if record.column >= 0, attributes[record.column].allowsExternalStorage { return .file(form) }
    return form
  }
}

/// The form in which clients get the values of a column.
indirect enum TableForm {
  /// Attributes of a type; numbers of any kind without one.
  case value(AttributeType?)
  /// A value transformer's.
  case transformed(NSPropertyDescription)
  /// Objects, as IDs.
  case object
  /// One whose bytes may lie in files.
  case file(TableForm)

  /// True if equal values are equal bytes in stores.
  var isComparable: Bool {
    switch self {
    case .value, .object: true
    case .transformed, .file: false
    }
  }

  /// True if stores order the values as they are ordered as objects.
  var hasOrder: Bool {
    if case .value = self { true } else { false }
  }

  /// Returns the client's value; nil for null, and for what nothing can be made of.
  func value(
    _ value: AttributeValue, _ coordinator: NSPersistentStoreCoordinator
  ) -> Any? {
    switch (self, value) {
    case (_, .null): nil
    case (.file(let form), _): form.value(value, coordinator)
    case (.transformed(let property), .data(let data)):
      TransformableCoding.value(data, of: property)
    case (_, .reference(let key)): coordinator.objectID(for: key)
    case (.value(let type), _): TableForm.plain(value, type)
    default: nil
    }
  }

  /// Returns the client's value as an object of Foundation's; nil if it is none, or is not sure to be.
  func object(
    _ value: AttributeValue, _ coordinator: NSPersistentStoreCoordinator
  ) -> AnyObject? {
    switch (self, value) {
    case (.file(let form), _): form.object(value, coordinator)
    case (.value(.uri), _), (.transformed, _): nil
    case (_, .string(let text)): NSString(string: text)
    case (_, .date(let seconds)): NSDate(timeIntervalSinceReferenceDate: seconds)
    case (_, .data(let data)): NSData(data: data)
    case (_, .uuid(let uuid)): NSUUID(uuidString: uuid.uuidString)
    case (_, .reference(let key)): coordinator.objectID(for: key)
    default: self.value(value, coordinator) as? NSNumber
    }
  }

  private static func plain(_ value: AttributeValue, _ type: AttributeType?) -> Any? {
    switch value {
    case .integer(let integer):
      type == .boolean ? NSNumber(value: integer != 0) : NSNumber(value: integer)
    case .double(let double):
      type == .float ? NSNumber(value: Float(double)) : NSNumber(value: double)
    case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
    case .string(let text): type == .uri ? URL(string: text) : text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .null, .reference: nil
    }
  }
}
