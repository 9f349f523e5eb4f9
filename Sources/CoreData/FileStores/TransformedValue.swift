// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Values of transformable attributes and the data that files have for them. What may be decoded is
/// for the attribute's transformer to say.
enum TransformedValue {
  /// Unarchiving transformers are used the other way round: they make the value out of data.
  static func data(_ value: Any, of attribute: NSAttributeDescription) -> Data? {
    guard let transformer = transformer(of: attribute) else { return nil }
    let data =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return data as? Data
  }

  /// The value; nil when the transformer refuses.
  static func value(_ data: Data, of attribute: NSAttributeDescription) -> Any? {
    guard let transformer = transformer(of: attribute) else { return nil }
    return transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }

  private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer? {
    guard let name = attribute.valueTransformerName, !name.isEmpty else {
      return NSSecureUnarchiveFromDataTransformer()
    }
    return ValueTransformer.valueTransformer(forName: NSValueTransformerName(name))
  }
}
