// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// How the objects of one version of a model become those of another, entity by entity.
///
/// Not to be used on several threads at once.
open class NSMappingModel: NSObject {
  /// The mappings, in the order in which a migration uses them; none by default.
  open var entityMappings: [NSEntityMapping]! = []

  /// The mappings by name. Of several with one name the first counts.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(
      (entityMappings ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Makes a mapping model without mappings.
  public override init() { super.init() }

  /// Returns true if the other has equal mappings in the same order.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSMappingModel else { return false }
    return (entityMappings ?? []) == (other.entityMappings ?? [])
  }

  /// A hash of the number of mappings.
  open override var hash: Int { (entityMappings ?? []).count.hashValue }
}
