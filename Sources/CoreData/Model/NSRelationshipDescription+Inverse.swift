// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSRelationshipDescription {
  /// The inverse, when it names this relationship as its own inverse in turn.
  final var mutualInverse: NSRelationshipDescription? {
    guard let inverse = link.inverse, inverse.link.inverse?.link === link else { return nil }
    return inverse
  }

  /// The entity that declares the relationship, which for an inherited one is an ancestor.
  final var declaringEntity: NSEntityDescription? {
    var next = owner
    while let entity = next {
      if entity.propertyTable.own.contains(where: {
        ($0 as? NSRelationshipDescription)?.link === link
      }) {
        return entity
      }
      next = entity.parent
    }
    return owner
  }
}
