// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// A property of an archive.
struct ArchivedProperty {
  private let object: ArchivedObject
  /// Entity and name, for messages.
  private let place: String

  init(_ object: ArchivedObject, place: String) {
    self.object = object
    self.place = place
  }

  /// Returns a description without references to entities, but for fetches.
  func description(
    _ requests: ArchivedRequestReader
  ) throws(ArchivedGraph.Damage) -> NSPropertyDescription {
    let property = try made(requests)
    property.name = object.text("NSPropertyName") ?? ""
    property.isOptional = object.isTrue("NSIsOptional")
    property.isTransient = object.isTrue("NSIsTransient")
    property.isIndexed = object.isTrue("NSIsIndexed") || object.isTrue("OCDIsIndexed")
    property.isIndexedBySpotlight = object.isTrue("OCDIsIndexedBySpotlight")
    property.versionHashModifier = object.text("NSVersionHashModifier")
    property.userInfo = Self.userInfo(of: object) ?? [:]
    if let identifier = object.text("NSRenamingIdentifier"), identifier != property.name {
      property.renamingIdentifier = identifier
    }
    try addValidation(to: property)
    return property
  }

  private func made(
    _ requests: ArchivedRequestReader
  ) throws(ArchivedGraph.Damage) -> NSPropertyDescription {
    if object.isKind(of: "NSAttributeDescription") {
      return try ArchivedAttribute(object, place: place).description()
    }
    if object.isKind(of: "NSRelationshipDescription") { return try relationship() }
    if object.isKind(of: "NSFetchedPropertyDescription") {
      let property = NSFetchedPropertyDescription()
      property.fetchRequest = try object.object("NSFetchRequest").map {
        (request) throws(ArchivedGraph.Damage) in try requests.request(request, place: place)
      }
      return property
    }
    throw ArchivedGraph.Damage("\(place) is of the unknown kind \(object.className)")
  }

  private func relationship() throws(ArchivedGraph.Damage) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.minCount = object.integer("NSMinCount") ?? 0
    relationship.maxCount = object.integer("NSMaxCount") ?? 0
    relationship.isOrdered = object.isTrue("NSIsOrdered")
    guard let rule = NSDeleteRule(rawValue: UInt(clamping: object.integer("NSDeleteRule") ?? 0))
    else { throw ArchivedGraph.Damage("\(place) has an unknown delete rule") }
    relationship.deleteRule = rule
    return relationship
  }

  private func addValidation(
    to property: NSPropertyDescription
  ) throws(ArchivedGraph.Damage) {
    var predicates: [NSPredicate] = []
    for archived in object.members("NSValidationPredicates") {
      predicates.append(
        try ArchivedSyntax.naming(place) { () throws(ArchivedGraph.Damage) in
          try PredicateArchive.predicate(of: archived)
        })
    }
    let warnings = object.members("NSValidationWarnings").map { FoundationValue.of($0) ?? "" }
    guard predicates.count == warnings.count else {
      throw ArchivedGraph.Damage("\(place) has not as many validation warnings as predicates")
    }
    property.setValidation(predicates, warnings: warnings)
  }

  /// Nil without any. Values of unknown classes are left out.
  static func userInfo(of object: ArchivedObject) -> [AnyHashable: Any]? {
    guard let archived = object.object("NSUserInfo") else { return nil }
    var result: [AnyHashable: Any] = [:]
    for (key, value) in archived.entries {
      guard let name = FoundationValue.of(key) as? AnyHashable else { continue }
      result[name] = FoundationValue.of(value)
    }
    return result
  }
}
