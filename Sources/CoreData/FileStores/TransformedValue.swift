// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import Foundation

/// Values of transformable attributes and the data that files have for them. What may be decoded is
/// for the attribute's transformer to say, in binary files for the store's options too: there an
/// attribute that names no transformer has the secure one.
enum TransformedValue {
  /// The transformers of any class with `NSCoding`, the first one of attributes that name none.
  private static let unlimited = ["NSKeyedUnarchiveFromData", "NSUnarchiveFromData"]

  /// Unarchiving transformers are used the other way round: they make the value out of data.
  static func data(
    _ value: Any, of attribute: NSAttributeDescription, isSecure: Bool = false
  ) -> Data? {
    guard let transformer = transformer(of: attribute, isSecure: isSecure) else { return nil }
    let data =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return data as? Data
  }

  /// Returns the value; nil when the transformer refuses.
  static func value(
    _ data: Data, of attribute: NSAttributeDescription, isSecure: Bool = false
  ) -> Any? {
    guard let transformer = transformer(of: attribute, isSecure: isSecure) else { return nil }
    return transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }

  /// The same with secure coding where further classes may be decoded. Throws the obstacle of an
  /// archive; nil when it is another's transformer that refuses, or when the value could not be stored
  /// again.
  static func value(
    _ data: Data, of attribute: NSAttributeDescription, _ further: DecodingClasses
  ) throws -> Any? {
    if let value = value(data, of: attribute, isSecure: true) { return value }
    let transformer = transformer(of: attribute, isSecure: true)
    guard let own = transformer as? NSSecureUnarchiveFromDataTransformer else { return nil }
    let value =
      further.isEvery
      ? try KeyedArchive.consentedValue(data)
      : try KeyedArchive.value(
        data, classes: type(of: own).allowedTopLevelClasses + further.classes)
    // What is allowed anyway was refused by the transformer for a reason of its own.
    guard let value, further.isEvery || !further.classes.isEmpty else { return nil }
    return own.reverseTransformedValue(value) == nil ? nil : value
  }

  private static func transformer(
    of attribute: NSAttributeDescription, isSecure: Bool
  ) -> ValueTransformer? {
    let given = attribute.valueTransformerName ?? ""
    let name = given.isEmpty ? unlimited[0] : given
    if isSecure, unlimited.contains(name) { return NSSecureUnarchiveFromDataTransformer() }
    return ValueTransformer.valueTransformer(forName: NSValueTransformerName(name))
  }
}
