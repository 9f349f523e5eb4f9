// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Values over key paths, with collection operators (R-CTX-218).
enum KeyPathReading {
  static func value(_ keyPath: String, of object: NSManagedObject) -> Any? {
    guard keyPath.contains(".") || keyPath.hasPrefix("@") else {
      return object.value(forKey: keyPath)
    }
    return NSExpression(forKeyPath: keyPath).expressionValue(with: object, context: nil)
  }

  static func set(_ value: Any?, _ keyPath: String, of object: NSManagedObject) {
    var keys = keyPath.split(separator: ".").map(String.init)
    guard let first = keys.first, keys.count > 1 else {
      return object.setValue(value, forKey: keyPath)
    }
    if object.layout.record(named: first)?.kind == .composite {
      var dictionary = object.value(forKey: first) as? [String: Any] ?? [:]
      setLeaf(value, keys.dropFirst(), in: &dictionary)
      return object.setValue(dictionary, forKey: first)
    }
    keys.removeFirst()
    let target = object.value(forKey: first) as? NSManagedObject
    target?.setValue(value, forKeyPath: keys.joined(separator: "."))
  }

  private static func setLeaf(
    _ value: Any?, _ path: ArraySlice<String>, in dictionary: inout [String: Any]
  ) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return dictionary[first] = value }
    var nested = dictionary[first] as? [String: Any] ?? [:]
    setLeaf(value, path.dropFirst(), in: &nested)
    dictionary[first] = nested
  }
}

extension NSManagedObject: PredicateReading {
  /// Returns a property for a predicate; an unknown key is an error here, not a programmer error.
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
