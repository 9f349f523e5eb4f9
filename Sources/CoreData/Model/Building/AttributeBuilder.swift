// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Makes attributes from their documents, composites with their elements.
struct AttributeBuilder {
  let model: ModelDocument
  let entity: String

  /// Throws when an expression or predicate does not parse.
  func attribute(_ document: AttributeDocument) throws -> NSAttributeDescription {
    let attribute = try made(document)
    attribute.name = document.name
    attribute.isOptional = document.isOptional
    attribute.isTransient = document.isTransient
    if document.kind != .composite {
      attribute.type = NSAttributeDescription.AttributeType(rawValue: document.kind.rawValue)
    }
    attribute.defaultValue = DefaultValueParser.defaultValue(of: document).map(Self.object)
    attribute.valueTransformerName = document.valueTransformerName
    attribute.allowsExternalBinaryDataStorage = document.allowsExternalBinaryDataStorage
    attribute.preservesValueInHistoryOnDeletion = document.preservesValueAfterDeletion
    attribute.allowsCloudEncryption = document.allowsCloudEncryption
    if document.kind == .transformable, document.customClassName == "NSArray" {
      // The one class of which compiled models are known to say it.
      attribute.attributeValueClassName = document.customClassName
    }
    attribute.versionHashModifier = document.versionHashModifier
    attribute.renamingIdentifier = document.renamingIdentifier
    attribute.isIndexedBySpotlight = document.isIndexedBySpotlight
    attribute.userInfo = document.userInfo
    try addValidation(of: document, to: attribute)
    return attribute
  }

  private func made(_ document: AttributeDocument) throws -> NSAttributeDescription {
    if document.kind == .composite {
      let composite = NSCompositeAttributeDescription()
      let type = document.compositeName.flatMap(model.composite(named:))
      composite.elements = try (type?.attributes ?? []).map { try attribute($0) }
      return composite
    }
    if let link = try LinkBuilder(document, place: "\(entity).\(document.name)", model: model.name)?
      .link()
    {
      return link
    }
    guard document.isDerived, let format = document.derivationExpression else {
      return NSAttributeDescription()
    }
    let derived = NSDerivedAttributeDescription()
    derived.derivationExpression = try FormatReading.expression(
      format, place: "\(entity).\(document.name)", model: model.name)
    return derived
  }

  private func addValidation(
    of document: AttributeDocument, to attribute: NSAttributeDescription
  ) throws {
    let facets = document.validationFacets
    let predicates = try facets.map { facet in
      try FormatReading.predicate(
        facet.predicateFormat, arguments: facet.arguments.map(Self.object),
        place: "\(entity).\(document.name)", model: model.name)
    }
    attribute.setValidation(predicates, warnings: facets.map { NSNumber(value: $0.code) })
  }

  /// Returns the value as objects hold it: numbers as `NSNumber`.
  private static func object(_ value: ModelValue) -> Any {
    switch value {
    case .integer(let integer): NSNumber(value: integer)
    case .boolean(let boolean): NSNumber(value: boolean)
    case .double(let double): NSNumber(value: double)
    case .float(let float): NSNumber(value: float)
    case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
    case .string(let string): string
    case .date(let date): date
    case .uuid(let uuid): uuid
    case .uri(let url): url
    }
  }
}

/// The description of an attribute beyond that of any property; shared with inherited copies.
final class AttributeFacets {
  var type = NSAttributeDescription.AttributeType.undefined
  var valueClassName: String?
  var defaultValue: Any?
  var valueTransformerName: String?
  var allowsExternalBinaryDataStorage = false
  var preservesValueInHistoryOnDeletion = false
  var allowsCloudEncryption = false

  init() {}

  func copy() -> AttributeFacets {
    let copy = AttributeFacets()
    copy.type = type
    copy.valueClassName = valueClassName
    copy.defaultValue = defaultValue
    copy.valueTransformerName = valueTransformerName
    copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    copy.allowsCloudEncryption = allowsCloudEncryption
    return copy
  }

  func isEqual(to other: AttributeFacets) -> Bool {
    self === other
      || type == other.type && valueClassName == other.valueClassName
        && ContentEquality.equal(defaultValue, other.defaultValue)
        && valueTransformerName == other.valueTransformerName
        && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
        && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
        && allowsCloudEncryption == other.allowsCloudEncryption
  }
}
