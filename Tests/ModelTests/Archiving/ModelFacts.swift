// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// What an entity says, line by line, so that a failure shows the line.
struct ModelFacts: Equatable, CustomStringConvertible {
  let lines: [String]

  init(_ entity: NSEntityDescription) {
    let name = entity.name ?? ""
    var lines = [
      "\(name) class \(entity.managedObjectClassName ?? "") abstract \(entity.isAbstract)",
      "\(name) parent \(entity.superentity?.name ?? "-")",
      "\(name) renaming \(entity.renamingIdentifier ?? "-")",
      "\(name) modifier \(entity.versionHashModifier ?? "-")",
      "\(name) constraints \(entity.uniquenessConstraints)",
      "\(name) userInfo \(Self.text(entity.userInfo))",
      "\(name) indexes \(entity.indexes.map(\.description).sorted())",
    ]
    for property in entity.properties.sorted(by: { $0.name < $1.name }) {
      lines.append("\(name).\(property.name) \(Self.common(property)) \(Self.own(property))")
    }
    self.lines = lines
  }

  var description: String { lines.joined(separator: "\n") }

  private static func text(_ info: [AnyHashable: Any]?) -> String {
    (info ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
  }

  private static func common(_ property: NSPropertyDescription) -> String {
    "optional \(property.isOptional) transient \(property.isTransient) "
      + "renaming \(property.renamingIdentifier ?? "-") "
      + "modifier \(property.versionHashModifier ?? "-") userInfo \(text(property.userInfo)) "
      + "validation \(property.validationPredicates.map(\.formatText)) "
      + "\(property.validationWarnings)"
  }

  private static func own(_ property: NSPropertyDescription) -> String {
    switch property {
    case let derived as NSDerivedAttributeDescription:
      "derived \(derived.type.rawValue) \(derived.derivationExpression?.description ?? "-")"
    case let attribute as NSAttributeDescription:
      "attribute \(attribute.type.rawValue) default \(attribute.defaultValue.map { "\($0)" } ?? "-") "
        + "transformer \(attribute.valueTransformerName ?? "-") "
        + "class \(attribute.attributeValueClassName ?? "-") "
        + "external \(attribute.allowsExternalBinaryDataStorage) "
        + "preserved \(attribute.preservesValueInHistoryOnDeletion)"
    case let relationship as NSRelationshipDescription:
      "to \(relationship.destinationEntity?.name ?? "-") "
        + "inverse \(relationship.inverseRelationship?.name ?? "-") "
        + "of \(relationship.inverseRelationship?.entity.name ?? "-") "
        + "counts \(relationship.minCount) \(relationship.maxCount) "
        + "rule \(relationship.deleteRule.rawValue) ordered \(relationship.isOrdered)"
    case let fetched as NSFetchedPropertyDescription:
      "fetches \(fetched.fetchRequest?.entityName ?? "-") "
        + "\(fetched.fetchRequest?.predicate?.formatText ?? "-")"
    default: "unknown"
    }
  }
}
