// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A column of an entity's section: an attribute, an element of a composite, or a relationship.
enum CSVColumn {
  case attribute(NSAttributeDescription, path: [String])
  case relationship(NSRelationshipDescription)

  static let reference = "@reference"

  var name: String {
    switch self {
    case .attribute(_, let path): path.joined(separator: ".")
    case .relationship(let relationship): relationship.name
    }
  }

  /// All columns of an entity, by name.
  static func all(of entity: NSEntityDescription) -> [CSVColumn] {
    let attributes = entity.attributesByName.values.filter { !$0.isTransient }
    let relationships = entity.relationshipsByName.values.filter { $0.needsColumn }
    return attributes.flatMap { columns(of: $0, []) }.sorted { $0.name < $1.name }
      + relationships.sorted { $0.name < $1.name }.map(CSVColumn.relationship)
  }

  private static func columns(
    of attribute: NSAttributeDescription, _ path: [String]
  ) -> [CSVColumn] {
    let path = path + [attribute.name]
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      return [.attribute(attribute, path: path)]
    }
    return composite.elements.flatMap { columns(of: $0, path) }
  }
}

extension NSRelationshipDescription {
  /// The members of a to-many say it themselves when their side is a to-one, except for the order.
  fileprivate var needsColumn: Bool {
    guard !isTransient else { return false }
    guard isToMany, !isOrdered, let inverse = inverseRelationship else { return true }
    return inverse.isToMany
  }
}
