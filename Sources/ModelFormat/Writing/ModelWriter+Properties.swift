// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelWriter {
  static func write(_ attribute: AttributeDocument, to text: inout XMLText) {
    text.element(
      "attribute", declaration(of: attribute) + values(of: attribute) + storage(of: attribute),
      other: attribute.otherAttributes, hasContent: !attribute.userInfo.isEmpty
    ) { text in
      write(userInfo: attribute.userInfo, to: &text)
    }
  }

  private static func declaration(of attribute: AttributeDocument) -> [(String, String?)] {
    [
      ("name", attribute.name), ("optional", flag(attribute.isOptional)),
      ("transient", flag(attribute.isTransient)), ("attributeType", attribute.kind.xmlName),
      ("composite", attribute.compositeName), ("derived", flag(attribute.isDerived)),
      ("derivationExpression", attribute.derivationExpression),
      ("versionHashModifier", attribute.versionHashModifier),
      ("elementID", attribute.renamingIdentifier), ("indexed", flag(attribute.isIndexed)),
      ("spotlightIndexingEnabled", flag(attribute.isIndexedBySpotlight)),
    ]
  }

  private static func values(of attribute: AttributeDocument) -> [(String, String?)] {
    [
      ("defaultValueString", attribute.defaultValueString),
      ("defaultDateTimeInterval", number(attribute.defaultDateTimeInterval)),
      ("minValueString", attribute.minValueString),
      ("maxValueString", attribute.maxValueString),
      ("minDateTimeInterval", number(attribute.minDateTimeInterval)),
      ("maxDateTimeInterval", number(attribute.maxDateTimeInterval)),
      ("regularExpressionString", attribute.regularExpressionString),
    ]
  }

  private static func storage(of attribute: AttributeDocument) -> [(String, String?)] {
    [
      ("usesScalarValueType", flag(attribute.usesScalarValueType)),
      ("valueTransformerName", attribute.valueTransformerName),
      ("customClassName", attribute.customClassName),
      ("allowsExternalBinaryDataStorage", flag(attribute.allowsExternalBinaryDataStorage)),
      ("allowsCloudEncryption", flag(attribute.allowsCloudEncryption)),
      ("preserveAfterDeletion", flag(attribute.preservesValueAfterDeletion)),
    ]
  }

  static func write(_ relationship: RelationshipDocument, to text: inout XMLText) {
    let destination = relationship.destinationName
    text.element(
      "relationship",
      [
        ("name", relationship.name), ("optional", flag(relationship.isOptional)),
        ("transient", flag(relationship.isTransient)), ("toMany", flag(relationship.isToMany)),
        ("minCount", relationship.minCount == 0 ? nil : number(relationship.minCount)),
        ("maxCount", relationship.maxCount == 0 ? nil : number(relationship.maxCount)),
        ("ordered", flag(relationship.isOrdered)),
        ("deletionRule", relationship.deletionRule.xmlName),
        ("destinationEntity", destination.isEmpty ? nil : destination),
        ("inverseName", relationship.inverseName),
        ("inverseEntity", relationship.inverseEntityName),
        ("versionHashModifier", relationship.versionHashModifier),
        ("elementID", relationship.renamingIdentifier),
        ("indexed", flag(relationship.isIndexed)),
        ("spotlightIndexingEnabled", flag(relationship.isIndexedBySpotlight)),
      ], other: relationship.otherAttributes, hasContent: !relationship.userInfo.isEmpty
    ) { text in
      write(userInfo: relationship.userInfo, to: &text)
    }
  }

  static func write(_ property: FetchedPropertyDocument, to text: inout XMLText) {
    text.element(
      "fetchedProperty",
      [
        ("name", property.name), ("optional", flag(property.isOptional)),
        ("elementID", property.renamingIdentifier),
      ], other: property.otherAttributes,
      hasContent: property.fetchRequest != nil || !property.userInfo.isEmpty
    ) { text in
      if let request = property.fetchRequest { write(request, to: &text) }
      write(userInfo: property.userInfo, to: &text)
    }
  }
}
