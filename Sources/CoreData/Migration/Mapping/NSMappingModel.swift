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
}
