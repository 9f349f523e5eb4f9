// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

extension NSManagedObject: PredicateReading {
  /// A property for a predicate; an unknown key is an error here, not a programmer error.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case _ where layout.index(of: key) != nil: return value(forKey: key)
    case "objectID": return objectID
    case "self": return self
    case "entity": return entity
    default: throw .undefinedKey(key, type: layout.schema.name)
    }
  }
}

extension NSManagedObject: PredicateIdentity {
  /// The ID; the permanent one if a context above has numbered what is temporary here, so that an
  /// object of a child equals its parent's.
  package final var identityToken: AnyHashable {
    guard key.isTemporary, let map, let known = map.family.counterpart(of: key) else {
      return currentID
    }
    return map.livingContext?.rootCoordinator?.objectID(for: known) ?? currentID
  }
  package final var identityURL: URL? { currentID.uriRepresentation() }
}

extension NSManagedObjectID: PredicateIdentity {
  package final var identityToken: AnyHashable { self }
  package final var identityURL: URL? { uriRepresentation() }
}
