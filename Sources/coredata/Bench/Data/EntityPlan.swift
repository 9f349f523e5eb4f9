// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The objects of one entity: how many, and their attributes' values by row.
struct EntityPlan {
  let entity: NSEntityDescription
  let name: String
  /// The columns that are set: plain attributes, and composites with their elements.
  var columns: [Column]
  var constraints: [ConstraintPlan] = []
  /// Rows of the data, of which the first `count` are used; nil for 0, 1, 2 and so on.
  var rows: [Int]?
  var count = 0

  struct Column {
    let name: String
    let isTransient: Bool
    let hasDefault: Bool
    var fields: [FieldPlan]

    /// A composite's value is a dictionary by its elements' names.
    var isComposite: Bool { fields.contains { $0.field.path.count > 1 } }
  }

  /// The most objects that there can be.
  var limit: Int { rows?.count ?? Int.max }

  /// Returns the row of the data that the object of a number has.
  func row(_ number: Int) -> Int { rows?[number] ?? number }

  /// Returns the attributes' values of an object, column by column.
  func values(_ number: Int) -> [Any?] {
    let row = row(number)
    return columns.map { value(of: $0, row) }
  }

  /// Gives an object values. Where there is neither a value nor a default there is nothing to do.
  func set(_ values: [Any?], on object: NSManagedObject) {
    for (column, value) in zip(columns, values) where value != nil || column.hasDefault {
      object.setValue(value, forKey: column.name)
    }
  }

  /// Transient attributes that a save requires: no store keeps them.
  func setTransient(_ number: Int, on object: NSManagedObject) {
    for column in columns where column.isTransient {
      object.setValue(value(of: column, row(number)), forKey: column.name)
    }
  }

  private func value(of column: Column, _ row: Int) -> Any? {
    guard column.isComposite else { return column.fields.first?.value(row) }
    var dictionary: [String: Any] = [:]
    for field in column.fields {
      guard let value = field.value(row) else { continue }
      Self.insert(value, at: field.field.path.dropFirst(), into: &dictionary)
    }
    return dictionary.isEmpty ? nil : dictionary
  }

  private static func insert(
    _ value: Any, at path: ArraySlice<String>, into dictionary: inout [String: Any]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else { return dictionary[name] = value }
    var inner = dictionary[name] as? [String: Any] ?? [:]
    insert(value, at: path.dropFirst(), into: &inner)
    dictionary[name] = inner
  }

  /// Returns the plan of a field by its name, or by its path in a composite.
  func field(_ name: String) -> FieldPlan? {
    columns.lazy.flatMap(\.fields).first { $0.field.name == name }
  }

  /// Changes the role of a field.
  mutating func setRole(_ role: FieldPlan.Role, of name: String) {
    for column in columns.indices {
      for field in columns[column].fields.indices
      where columns[column].fields[field].field.name == name {
        columns[column].fields[field].role = role
      }
    }
  }
}
