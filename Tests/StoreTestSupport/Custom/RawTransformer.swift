// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Keeps the bytes of transformable attributes as they are.
// Sendable: it has no state.
final class RawTransformer: ValueTransformer, @unchecked Sendable {
  static let name = "RawTestTransformer"

  static func register() {
    ValueTransformer.setValueTransformer(
      RawTransformer(), forName: NSValueTransformerName(rawValue: name))
  }

  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? { value }
  override func reverseTransformedValue(_ value: Any?) -> Any? { value }
}
