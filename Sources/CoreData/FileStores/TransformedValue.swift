// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Values of transformable attributes and the data that files have for them.
struct TransformedValue {
  /// What a binary store may decode besides property lists.
  let classes: [AnyClass]
  /// Whether a binary store may decode anything.
  let isInsecure: Bool

  init(_ options: [AnyHashable: Any]?) {
    let given = options?[NSBinaryStoreSecureDecodingClasses]
    classes = (given as? [AnyClass]) ?? []
    let flag = options?[NSBinaryStoreInsecureDecodingCompatibilityOption] as? NSNumber
    isInsecure = flag?.boolValue ?? false
  }

  /// Unarchiving transformers are used the other way round: they make the value out of data.
  static func data(_ value: Any, of attribute: NSAttributeDescription) -> Data? {
    guard let transformer = transformer(of: attribute) else { return nil }
    let data =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return data as? Data
  }

  /// The value; nil when the transformer refuses.
  func value(_ data: Data, of attribute: NSAttributeDescription) -> Any? {
    guard let transformer = TransformedValue.transformer(of: attribute) else { return nil }
    guard let unarchiving = transformer as? NSSecureUnarchiveFromDataTransformer else {
      return transformer.reverseTransformedValue(data)
    }
    if let value = unarchiving.transformedValue(data) { return value }
    if isInsecure { return TransformedValue.unarchived(data) }
    guard !classes.isEmpty else { return nil }
    let allowed = Swift.type(of: unarchiving).allowedTopLevelClasses + classes
    // What it still refuses is for the caller to report.
    return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: allowed, from: data)
  }

  private static func unarchived(_ data: Data) -> Any? {
    // What is no archive is for the caller to report.
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
    unarchiver.requiresSecureCoding = false
    defer { unarchiver.finishDecoding() }
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }

  private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer? {
    guard let name = attribute.valueTransformerName, !name.isEmpty else {
      return NSSecureUnarchiveFromDataTransformer()
    }
    return ValueTransformer.valueTransformer(forName: NSValueTransformerName(name))
  }
}
