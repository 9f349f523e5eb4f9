// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Archives the properties of entities. A subentity has its own of those that it inherits.
struct PropertyArchiver {
  /// The bits of `_P` that are known: three facts, and what a property does not have. The lowest one is
  /// always set.
  private struct Bits: OptionSet {
    let rawValue: Int
    static let always = Bits(rawValue: 1)
    static let optional = Bits(rawValue: 2)
    static let readOnly = Bits(rawValue: 4)
    static let transient = Bits(rawValue: 8)
    static let noValidation = Bits(rawValue: 0x30)
    static let noUserInfo = Bits(rawValue: 0x40)
    static let noVersionHashModifier = Bits(rawValue: 0x80)
  }

  /// The bit of `NSFlagsKey` that is known.
  private static let preservesValue = 16

  private let entities: [ObjectIdentifier: ArchiveNode]
  private let requests: FetchRequestArchiver
  private let nodes: [ObjectIdentifier: ArchiveNode]

  init(
    _ model: NSManagedObjectModel, entities: [ObjectIdentifier: ArchiveNode],
    requests: FetchRequestArchiver
  ) {
    self.entities = entities
    self.requests = requests
    var nodes: [ObjectIdentifier: ArchiveNode] = [:]
    for property in model.entities.flatMap(\.properties) {
      nodes[ObjectIdentifier(property)] = ArchiveNode(
        class: PropertyArchiver.className(of: property))
    }
    self.nodes = nodes
  }

  private static func className(of property: NSPropertyDescription) -> String {
    switch property {
    case is NSDerivedAttributeDescription: "NSDerivedAttributeDescription"
    case is NSCompositeAttributeDescription: "NSCompositeAttributeDescription"
    case is NSAttributeDescription: "NSAttributeDescription"
    case is NSRelationshipDescription: "NSRelationshipDescription"
    case is NSFetchedPropertyDescription: "NSFetchedPropertyDescription"
    default: "NSExpressionDescription"
    }
  }

  /// All properties of an entity by name.
  func dictionary(of entity: NSEntityDescription) -> ArchiveNode {
    let sorted = entity.properties.sorted { ModelNames.precedes($0.name, $1.name) }
    return .dictionary(
      sorted.map { (key: ArchiveNode(.text($0.name)), value: node(of: $0)) })
  }

  /// The archive of a property with all its fields; called once for each.
  func node(of property: NSPropertyDescription) -> ArchiveNode {
    let node =
      nodes[ObjectIdentifier(property)]
      ?? ArchiveNode(class: PropertyArchiver.className(of: property))
    addFacts(of: property, to: node)
    switch property {
    case let attribute as NSAttributeDescription: addFacts(of: attribute, to: node)
    case let relationship as NSRelationshipDescription: addFacts(of: relationship, to: node)
    case let fetched as NSFetchedPropertyDescription: addFacts(of: fetched, to: node)
    case let column as NSExpressionDescription: addFacts(of: column, to: node)
    default: break
    }
    return node
  }

  // MARK: - Any property

  private func addFacts(of property: NSPropertyDescription, to node: ArchiveNode) {
    var bits: Bits = [.always, .noValidation, .noUserInfo, .noVersionHashModifier]
    node.add("NSPropertyName", text: property.name)
    node.add("NSEntity", .node(property.owner.flatMap { entities[ObjectIdentifier($0)] }))
    addFlags(of: property, to: node, &bits)
    if let info = property.userInfo, !info.isEmpty {
      bits.remove(.noUserInfo)
      node.add("NSUserInfo", .node(ValueArchiver.userInfo(info, place: place(of: property))))
    }
    addValidation(of: property, to: node, &bits)
    if let modifier = property.versionHashModifier {
      bits.remove(.noVersionHashModifier)
      node.add("NSVersionHashModifier", text: modifier)
    }
    node.add("NSRenamingIdentifier", text: property.renamingIdentifier)
    node.add("_P", .integer(bits.rawValue))
    node.add("OCDIsIndexed", ifTrue: property.isIndexed)
    node.add("OCDIsIndexedBySpotlight", ifTrue: property.isIndexedBySpotlight)
  }

  private func addFlags(
    of property: NSPropertyDescription, to node: ArchiveNode, _ bits: inout Bits
  ) {
    let isReadOnly =
      property is NSDerivedAttributeDescription || property is NSFetchedPropertyDescription
    if property.isOptional { bits.insert(.optional) }
    if property.isTransient { bits.insert(.transient) }
    if isReadOnly { bits.insert(.readOnly) }
    node.add("NSIsOptional", ifTrue: property.isOptional)
    node.add("NSIsTransient", ifTrue: property.isTransient)
    node.add("NSIsReadOnly", ifTrue: isReadOnly)
  }

  private func addValidation(
    of property: NSPropertyDescription, to node: ArchiveNode, _ bits: inout Bits
  ) {
    let pairs = zip(property.validationPredicates, property.validationWarnings).compactMap {
      predicate, warning -> (predicate: ArchiveNode, warning: ArchiveNode)? in
      Unarchivable.reported("a validation of \(place(of: property))") {
        () throws(Unarchivable) in
        let archived = try PredicateArchiver.node(of: predicate)
        return (archived, try ValueArchiver.node(of: warning) ?? ArchiveNode(class: "NSNull"))
      }
    }
    guard !pairs.isEmpty else { return }
    bits.remove(.noValidation)
    node.add(
      "NSValidationPredicates", .node(.collection(pairs.map(\.predicate), class: "NSArray")))
    node.add("NSValidationWarnings", .node(.collection(pairs.map(\.warning), class: "NSArray")))
  }

  private func place(of property: NSPropertyDescription) -> String {
    "the property '\(property.owner?.name ?? "-").\(property.name)'"
  }

  // MARK: - Attributes

  private func addFacts(of attribute: NSAttributeDescription, to node: ArchiveNode) {
    let flags = attribute.preservesValueInHistoryOnDeletion ? PropertyArchiver.preservesValue : 0
    node.add("NSAttributeType", .integer(Int(truncatingIfNeeded: attribute.type.rawValue)))
    node.add("NSAttributeValueClassName", text: attribute.attributeValueClassName)
    node.add("NSDefaultValue", .node(defaultValue(of: attribute)))
    node.add("NSValueTransformerName", text: attribute.valueTransformerName)
    node.add("NSFlagsKey", .integer(flags))
    node.add(
      "OCDAllowsExternalBinaryDataStorage", ifTrue: attribute.allowsExternalBinaryDataStorage)
    node.add("OCDAllowsCloudEncryption", ifTrue: attribute.allowsCloudEncryption)
    switch attribute {
    case let derived as NSDerivedAttributeDescription: addDerivation(of: derived, to: node)
    case let link as LinkDescription: addLink(link, to: node)
    case let composite as NSCompositeAttributeDescription:
      let elements = composite.elements.map { self.node(of: $0) }
      node.add("OCDElements", .node(.collection(elements, class: "NSArray")))
    default: break
    }
  }

  private func addLink(_ link: LinkDescription, to node: ArchiveNode) {
    node.add("OCDLinkDestination", text: link.destinationEntityName)
    node.add("OCDLinkIsToMany", ifTrue: link.isToMany)
    node.add("OCDLinkChecksExistence", ifTrue: link.checksExistence)
  }

  private func defaultValue(of attribute: NSAttributeDescription) -> ArchiveNode? {
    Unarchivable.reported("the default value of \(place(of: attribute))") {
      () throws(Unarchivable) in
      let isFlag = attribute.type == .boolean
      if isFlag, let number = attribute.defaultValue as? NSNumber {
        return ArchiveNode(.boolean(number.boolValue))
      }
      return try ValueArchiver.node(of: attribute.defaultValue)
    }
  }

  private func addDerivation(of derived: NSDerivedAttributeDescription, to node: ArchiveNode) {
    let expression = derived.derivationExpression.flatMap { expression in
      Unarchivable.reported("the derivation of \(place(of: derived))") {
        () throws(Unarchivable) in try ExpressionArchiver.node(of: expression.node)
      }
    }
    node.add("NSDerivationExpression", .node(expression))
    node.add("NSFilteringPredicate", .node(nil))
  }

  // MARK: - Other properties

  private func addFacts(of relationship: NSRelationshipDescription, to node: ArchiveNode) {
    let destination = relationship.destinationEntity
    let inverse = relationship.inverseRelationship
    node.add("NSDestinationEntity", .node(destination.flatMap { entities[ObjectIdentifier($0)] }))
    node.add("_NSDestinationEntityName", text: destination?.name)
    node.add("NSInverseRelationship", .node(inverse.flatMap { nodes[ObjectIdentifier($0)] }))
    node.add("_NSInverseRelationshipName", text: inverse?.name)
    node.add("NSMinCount", .integer(Int(Int32(truncatingIfNeeded: relationship.minCount))))
    node.add("NSMaxCount", .integer(Int(Int32(truncatingIfNeeded: relationship.maxCount))))
    node.add("NSDeleteRule", .integer(Int(relationship.deleteRule.rawValue)))
    node.add("NSIsOrdered", ifTrue: relationship.isOrdered)
  }

  private func addFacts(of fetched: NSFetchedPropertyDescription, to node: ArchiveNode) {
    let request = fetched.fetch.request
    node.add(
      "NSFetchRequest", .node(request.flatMap { requests.node(of: $0, place: place(of: fetched)) }))
    node.add("_NSFetchRequestEntityName", text: request?.entityName)
  }

  private func addFacts(of column: NSExpressionDescription, to node: ArchiveNode) {
    let expression = column.expression.flatMap { expression in
      Unarchivable.reported("the expression of \(place(of: column))") {
        () throws(Unarchivable) in try ExpressionArchiver.node(of: expression.node)
      }
    }
    node.add("NSExpression", .node(expression))
    node.add(
      "NSExpressionResultType", .integer(Int(truncatingIfNeeded: column.resultType.rawValue)))
  }
}
