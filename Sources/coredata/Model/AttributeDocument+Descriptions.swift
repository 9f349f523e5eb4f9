// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelFormat

extension AttributeDocument {
  init(_ attribute: NSAttributeDescription, composites: inout CompositeNames) {
    self.init(
      name: attribute.name,
      kind: AttributeKind(rawValue: attribute.type.rawValue) ?? .undefined)
    isOptional = attribute.isOptional
    isTransient = attribute.isTransient
    setDefault(attribute.defaultValue)
    valueTransformerName = attribute.valueTransformerName
    if kind == .transformable { customClassName = attribute.attributeValueClassName }
    allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
    allowsCloudEncryption = attribute.allowsCloudEncryption
    preservesValueAfterDeletion = attribute.preservesValueInHistoryOnDeletion
    versionHashModifier = attribute.versionHashModifier
    renamingIdentifier = former(attribute)
    isIndexed = attribute.isIndexed && !(attribute is LinkDescription)
    isIndexedBySpotlight = attribute.isIndexedBySpotlight
    for (key, value) in attribute.userInfo ?? [:] {
      if let key = key.base as? String, let value = value as? String { userInfo[key] = value }
    }
    setKind(attribute, &composites)
    for predicate in attribute.validationPredicates { addBounds(predicate) }
  }

  private mutating func setKind(
    _ attribute: NSAttributeDescription, _ composites: inout CompositeNames
  ) {
    switch attribute {
    case let derived as NSDerivedAttributeDescription:
      derivationExpression = derived.derivationExpression.map { "\($0)" }
      isDerived = derivationExpression != nil
    case let composite as NSCompositeAttributeDescription:
      compositeName = composites.name(of: composite)
    case let link as LinkDescription:
      userInfo["linkDestination"] = link.destinationEntityName
      if link.checksExistence { userInfo["linkChecksExistence"] = "YES" }
    default: break
    }
  }

  private mutating func setDefault(_ value: Any?) {
    switch value {
    case let date as Date: defaultDateTimeInterval = date.timeIntervalSinceReferenceDate
    case let text as String: defaultValueString = text
    case let number as NSNumber:
      defaultValueString = kind == .boolean ? (number.boolValue ? "YES" : "NO") : "\(number)"
    case let uuid as UUID: defaultValueString = uuid.uuidString
    case let url as URL: defaultValueString = url.absoluteString
    default: break
    }
  }

  // MARK: - Validation

  /// Takes the bounds from a predicate of the form that Xcode makes of them; others have no place in
  /// a file.
  private mutating func addBounds(_ predicate: NSPredicate) {
    if let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and {
      for part in compound.subpredicates { addBounds(part) }
      return
    }
    guard let comparison = predicate as? NSComparisonPredicate,
      comparison.rightExpression.expressionType == .constantValue,
      let bound = comparison.rightExpression.constantValue
    else { return }
    let subject = "\(comparison.leftExpression)"
    switch (comparison.predicateOperatorType, subject) {
    case (.matches, "SELF") where kind == .string: regularExpressionString = bound as? String
    case (.greaterThanOrEqualTo, "timeIntervalSinceReferenceDate"):
      minDateTimeInterval = (bound as? NSNumber)?.doubleValue
    case (.lessThanOrEqualTo, "timeIntervalSinceReferenceDate"):
      maxDateTimeInterval = (bound as? NSNumber)?.doubleValue
    case (.greaterThanOrEqualTo, "SELF") where kind.isNumeric,
      (.greaterThanOrEqualTo, "length") where kind == .string:
      minValueString = "\(bound)"
    case (.lessThanOrEqualTo, "SELF") where kind.isNumeric,
      (.lessThanOrEqualTo, "length") where kind == .string:
      maxValueString = "\(bound)"
    default: break
    }
  }
}
