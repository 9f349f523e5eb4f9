// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// One record of an input file: what identifies it, and how an object takes its values.
protocol CatalogueRecord: Sendable {
  associatedtype Object: NSManagedObject

  static var entityName: String { get }
  /// The attribute that holds ``code``.
  static var codeKey: String { get }
  var code: String { get }

  /// Copies the values into an object; whether any of them was different.
  func update(_ object: Object) -> Bool

  /// Sets the relationships; whether any of them was different.
  func link(_ object: Object, _ index: CatalogueIndex) -> Bool
}

extension CatalogueRecord {
  func link(_ object: Object, _ index: CatalogueIndex) -> Bool { false }

  /// Sets a property unless it has the value; whether it had to be set.
  func set<Value: Equatable>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>, to value: Value
  ) -> Bool {
    guard object[keyPath: property] != value else { return false }
    object[keyPath: property] = value
    return true
  }
}
