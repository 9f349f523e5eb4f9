// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

// What predicates may ask of descriptions: `$FETCHED_PROPERTY.userInfo.x`, `entity.name`.

extension NSPropertyDescription: PredicateReading {
  /// Returns a part of the description; the keys are those of Apple's documentation of fetched
  /// properties and the plain values beside them.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "name": return name
    case "userInfo": return userInfo
    case "entity": return owner
    case "isOptional", "optional": return isOptional
    case "isTransient", "transient": return isTransient
    case "renamingIdentifier": return renamingIdentifier
    case "versionHashModifier": return versionHashModifier
    default: throw .undefinedKey(key, type: "\(type(of: self))")
    }
  }
}

extension NSEntityDescription: PredicateReading {
  /// Returns a part of the description.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "name": return name
    case "managedObjectClassName": return managedObjectClassName
    case "userInfo": return userInfo
    case "isAbstract", "abstract": return isAbstract
    case "superentity": return superentity
    case "renamingIdentifier": return renamingIdentifier
    case "versionHashModifier": return versionHashModifier
    default: throw .undefinedKey(key, type: "NSEntityDescription")
    }
  }
}
