// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import StoreInterface

/// Translates sort descriptors into the sort keys of queries.
struct SortLowering {
  let resolver: KeyPathResolver

  /// The sort keys; `nil` when a descriptor has a comparator, or a key that no store has, and the
  /// order must be made on objects.
  ///
  /// Throws for key paths that do not exist or lead to many, and for unknown selectors.
  func lower(
    _ descriptors: [NSSortDescriptor], for entity: any NamedEntity
  ) throws -> [SortKey]? {
    do { return try descriptors.map { try key($0, entity) } } catch is Untranslatable {
      return nil
    }
  }

  private func key(_ descriptor: NSSortDescriptor, _ entity: any NamedEntity) throws -> SortKey {
    let (path, collation) = try parts(of: descriptor)
    switch try resolver.resolve(path, from: entity) {
    case .attribute(let column, _, _), .object(let column, _):
      return SortKey(column, ascending: descriptor.ascending, collation: collation)
    case .toMany: throw LoweringError.toManyNotAllowed(path, entity: entity.schema.name)
    case .computed, .entity, .entityName: throw Untranslatable()
    }
  }

  private func parts(of descriptor: NSSortDescriptor) throws -> ([String], Collation) {
    if descriptor.hasComparator { throw Untranslatable() }
    let name = descriptor.selector?.description ?? "compare:"
    guard let collation = Collation(selector: name) else {
      throw LoweringError.unsupportedSort("the selector \(name) is not supported")
    }
    if descriptor.key == nil, descriptor.isNameless {
      throw LoweringError.unsupportedSort(
        "the property that the key path \(descriptor.keyPath) of type "
          + "\(type(of: descriptor.keyPath).valueType) leads to is not known by name; register the "
          + "classes of the model first (<Model>Model.register()), or use a key")
    }
    let path = (descriptor.key ?? "self").split(separator: ".").map(String.init)
    return (path, collation)
  }
}

extension Collation {
  /// The order of one of the five comparisons of strings; `nil` for another selector.
  package init?(selector: String) {
    switch selector {
    case "compare:": self = .binary
    case "caseInsensitiveCompare:": self = .caseInsensitive
    case "localizedCompare:": self = .localized
    case "localizedCaseInsensitiveCompare:": self = .localizedCaseInsensitive
    case "localizedStandardCompare:": self = .localizedStandard
    default: return nil
    }
  }
}
