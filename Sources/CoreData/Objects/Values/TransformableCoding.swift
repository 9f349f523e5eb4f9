// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import Foundation

/// Transformable attributes between the object in memory and the bytes in a row.
///
/// Without its transformer an attribute reads as nil, its bytes stay in the row, and a new value for
/// it is refused by the save.
enum TransformableCoding {
  /// The bytes for a value; nil when the transformer makes none.
  static func data(_ value: Any, of property: NSPropertyDescription) -> Data? {
    guard let transformer = transformer(of: property) else { return nil }
    let result =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return result as? Data
  }

  /// The value that bytes stand for.
  static func value(_ data: Data, of property: NSPropertyDescription) -> Any? {
    guard let transformer = transformer(of: property) else { return nil }
    return transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }

  /// The value that an object's row has. What a row of a client store or of no store holds was a
  /// value of this process before, so that its class need not be among those that the transformer
  /// accepts from files.
  static func value(
    _ data: Data, of property: NSPropertyDescription, for object: NSManagedObject
  ) -> Any? {
    if let value = value(data, of: property) { return value }
    guard transformer(of: property) is NSSecureUnarchiveFromDataTransformer else { return nil }
    let id = object.objectID
    guard id.isTemporaryID || id.persistentStore?.mount?.isOfClient == true else { return nil }
    return try? KeyedArchive.trustedValue(data)  // what cannot be read reads as nil
  }

  /// The bytes that equal values have; nil where values are kept as archives, of which Foundation on Linux
  /// makes several for one value.
  static func comparableData(_ value: Any, of property: NSPropertyDescription) -> Data? {
    if transformer(of: property) is NSSecureUnarchiveFromDataTransformer { return nil }
    // Transformers of programs archive too.
    let data = data(value, of: property)
    return data?.starts(with: Array("bplist00".utf8)) == true ? nil : data
  }

  /// Unarchiving transformers are used the other way round (R-MOD-109). Nil, and a warning once, for
  /// one that is not registered.
  static func transformer(of property: NSPropertyDescription) -> ValueTransformer? {
    let attribute = property as? NSAttributeDescription
    guard let name = attribute?.valueTransformerName, !name.isEmpty else {
      return KeyedUnarchiveFromDataTransformer()
    }
    if let known = ValueTransformer.valueTransformer(forName: .init(name)) { return known }
    Log.warningOnce(
      "no NSValueTransformer with class name '\(name)' was found for attribute "
        + "'\(property.name)' on entity '\(property.owner?.name ?? "")'; register it with "
        + "ValueTransformer.setValueTransformer")
    return nil
  }
}
