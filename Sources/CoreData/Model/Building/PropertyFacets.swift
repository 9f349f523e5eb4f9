// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The description that every kind of property has. A property shares it with its inherited copies
/// in subentities, so that a change of one shows in all.
final class PropertyFacets {
  let freezing = Freezing()
  var name = ""
  var isOptional = true
  var isTransient = false
  var validationPredicates: [NSPredicate] = []
  /// Texts or, as numbers, error codes; one for each predicate.
  var validationWarnings: [Any] = []
  var userInfo: [AnyHashable: Any]? = [:]
  var isIndexed = false
  var versionHashModifier: String?
  var isIndexedBySpotlight = false
  var renamingIdentifier: String?

  init() {}

  /// The same content, not frozen.
  func copy() -> PropertyFacets {
    let copy = PropertyFacets()
    copy.name = name
    copy.isOptional = isOptional
    copy.isTransient = isTransient
    copy.validationPredicates = validationPredicates
    copy.validationWarnings = validationWarnings
    copy.userInfo = userInfo
    copy.isIndexed = isIndexed
    copy.versionHashModifier = versionHashModifier
    copy.isIndexedBySpotlight = isIndexedBySpotlight
    copy.renamingIdentifier = renamingIdentifier
    return copy
  }

  func isEqual(to other: PropertyFacets) -> Bool {
    self === other
      || name == other.name && isOptional == other.isOptional
        && isTransient == other.isTransient
        && validationPredicates.elementsEqual(other.validationPredicates, by: ==)
        && ContentEquality.equal(validationWarnings, other.validationWarnings)
        && ContentEquality.equal(userInfo, other.userInfo)
        && isIndexed == other.isIndexed && versionHashModifier == other.versionHashModifier
        && isIndexedBySpotlight == other.isIndexedBySpotlight
        && (renamingIdentifier ?? name) == (other.renamingIdentifier ?? other.name)
  }
}
