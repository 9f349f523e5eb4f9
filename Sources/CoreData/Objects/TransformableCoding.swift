// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Transformable attributes between the object in memory and the bytes in a row.
enum TransformableCoding {
  /// The bytes for a value; nil when the transformer makes none.
  static func data(_ value: Any, of property: NSPropertyDescription) -> Data? {
    let transformer = transformer(of: property)
    let result =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return result as? Data
  }

  /// The value that bytes stand for.
  static func value(_ data: Data, of property: NSPropertyDescription) -> Any? {
    let transformer = transformer(of: property)
    return transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }

  /// The value that an object's row has. What a row of a user's store or of no store holds was a
  /// value of this process before, so that its class need not be among those that the transformer
  /// accepts from files.
  static func value(
    _ data: Data, of property: NSPropertyDescription, for object: NSManagedObject
  ) -> Any? {
    if let value = value(data, of: property) { return value }
    guard transformer(of: property) is NSSecureUnarchiveFromDataTransformer else { return nil }
    let id = object.objectID
    guard id.isTemporaryID || id.persistentStore?.mount?.isCustom == true else { return nil }
    return try? KeyedArchive.trustedValue(data)  // what cannot be read reads as nil
  }

  /// Unarchiving transformers are used the other way round (R-MOD-109).
  static func transformer(of property: NSPropertyDescription) -> ValueTransformer {
    let attribute = property as? NSAttributeDescription
    guard let name = attribute?.valueTransformerName, !name.isEmpty else {
      return NSSecureUnarchiveFromDataTransformer()
    }
    guard let known = ValueTransformer.valueTransformer(forName: .init(name)) else {
      raise(
        .invalidArgument,
        "No value transformer is registered under the name '\(name)' that attribute "
          + "'\(property.name)' needs. Register it with ValueTransformer.setValueTransformer first."
      )
    }
    return known
  }
}
