// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import StoreInterface

/// An attribute of an archive: a plain, a derived or a composite one.
struct ArchivedAttribute {
  /// In the archived flags: the value of a deleted object stays in the history.
  private static let preservesValue = 16
  private static let greatestNesting = 16

  private let object: ArchivedObject
  private let place: String
  private let depth: Int

  init(_ object: ArchivedObject, place: String, depth: Int = 0) {
    self.object = object
    self.place = place
    self.depth = depth
  }

  func description() throws(ArchivedGraph.Damage) -> NSAttributeDescription {
    let attribute = try made()
    let flags = object.integer("NSFlagsKey") ?? 0
    if !(attribute is NSCompositeAttributeDescription) { attribute.type = try type() }
    attribute.defaultValue = defaultValue(for: attribute.type)
    attribute.valueTransformerName = object.text("NSValueTransformerName")
    attribute.preservesValueInHistoryOnDeletion = flags & Self.preservesValue != 0
    // No other flag of binary data is known.
    attribute.allowsExternalBinaryDataStorage =
      object.isTrue("OCDAllowsExternalBinaryDataStorage")
      || attribute.type == .binaryData && flags & ~Self.preservesValue != 0
    attribute.allowsCloudEncryption = object.isTrue("OCDAllowsCloudEncryption")
    if attribute.type == .transformable {
      attribute.attributeValueClassName = object.text("NSAttributeValueClassName")
    }
    return attribute
  }

  private func type() throws(ArchivedGraph.Damage) -> NSAttributeDescription.AttributeType {
    guard let number = object.integer("NSAttributeType").flatMap(UInt.init(exactly:)),
      NSAttributeType(rawValue: number) != nil
    else { throw ArchivedGraph.Damage("\(place) is of an unknown type") }
    return NSAttributeDescription.AttributeType(rawValue: number)
  }

  // MARK: - Kinds

  private func made() throws(ArchivedGraph.Damage) -> NSAttributeDescription {
    if object.isKind(of: "NSDerivedAttributeDescription") { return try derived() }
    if object.isKind(of: "NSCompositeAttributeDescription") { return try composite() }
    return object.has("OCDLinkDestination") ? link() : NSAttributeDescription()
  }

  private func link() -> LinkDescription {
    let link = LinkDescription()
    link.destinationEntityName = object.text("OCDLinkDestination")
    link.isToMany = object.isTrue("OCDLinkIsToMany")
    link.checksExistence = object.isTrue("OCDLinkChecksExistence")
    return link
  }

  /// A filter of the objects that a derivation counts has no meaning here: there is no API for it.
  private func derived() throws(ArchivedGraph.Damage) -> NSDerivedAttributeDescription {
    let derived = NSDerivedAttributeDescription()
    guard let expression = object.object("NSDerivationExpression") else { return derived }
    derived.derivationExpression = try ArchivedSyntax.naming(place) {
      () throws(ArchivedGraph.Damage) in try ExpressionArchive.expression(of: expression)
    }
    return derived
  }

  private func composite() throws(ArchivedGraph.Damage) -> NSCompositeAttributeDescription {
    guard depth < Self.greatestNesting else {
      throw ArchivedGraph.Damage("\(place) is nested too deeply")
    }
    let composite = NSCompositeAttributeDescription()
    var elements: [NSAttributeDescription] = []
    for element in object.members("OCDElements") {
      let name = element.text("NSPropertyName") ?? ""
      let attribute = ArchivedAttribute(element, place: "\(place).\(name)", depth: depth + 1)
      guard !element.isKind(of: "NSDerivedAttributeDescription"),
        element.isKind(of: "NSAttributeDescription")
      else { throw ArchivedGraph.Damage("\(place) cannot contain '\(name)'") }
      let made = try attribute.description()
      made.name = name
      made.isOptional = element.isTrue("NSIsOptional")
      made.versionHashModifier = element.text("NSVersionHashModifier")
      made.userInfo = ArchivedProperty.userInfo(of: element) ?? [:]
      elements.append(made)
    }
    composite.elements = elements
    return composite
  }

  // MARK: - Default value

  /// Nil, with a line in the log, for a value of a class that only the model's application has.
  private func defaultValue(for type: NSAttributeDescription.AttributeType) -> Any? {
    guard let archived = object.object("NSDefaultValue") else { return nil }
    guard let value = FoundationValue.of(archived), fits(value, type) else {
      let kind = archived.className.isEmpty ? "another type" : archived.className
      Log.warningOnce("The default value of \(place) is left out: it is of \(kind).")
      return nil
    }
    return type == .decimal ? decimal(value) : value
  }

  private func decimal(_ value: Any) -> Any? {
    if value is NSDecimalNumber { return value }
    guard let number = value as? NSNumber else { return nil }
    let double = number.doubleValue
    guard double == 0 || double.hasDecimal else { return nil }
    let isReal = String(cString: number.objCType) == "d"
    return NSDecimalNumber(decimal: isReal ? double.shortestDecimal : number.decimalValue)
  }

  private func fits(_ value: Any, _ type: NSAttributeDescription.AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: value is NSNumber
    case .string: value is String
    case .date: value is Date
    case .binaryData: value is Data
    case .uuid: value is UUID
    case .uri: value is URL
    case .composite: value is [AnyHashable: Any]
    default: true
    }
  }
}
