// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import class PredicateLanguage.NSExpression

/// The archive of a compiled mapping model (R-MOD-321).
struct CompiledMapping {
  private let graph: ArchivedGraph

  init(_ graph: ArchivedGraph) { self.graph = graph }

  func mappings() throws(ArchivedGraph.Damage) -> [NSEntityMapping] {
    guard let root = graph.rootObject, root.isKind(of: "NSMappingModel") else {
      throw ArchivedGraph.Damage("it holds no mapping model")
    }
    var mappings: [NSEntityMapping] = []
    for object in root.members("NSEntityMappings") { mappings.append(try entityMapping(object)) }
    return mappings
  }

  private func entityMapping(_ object: ArchivedObject) throws(ArchivedGraph.Damage)
    -> NSEntityMapping
  {
    guard object.isKind(of: "NSEntityMapping") else {
      throw ArchivedGraph.Damage("a \(object.className) stands where an entity mapping is expected")
    }
    let mapping = NSEntityMapping()
    mapping.name = object.text("NSMappingName")
    mapping.mappingType = try type(object)
    mapping.sourceEntityName = object.text("NSSourceEntityName")
    mapping.sourceEntityVersionHash = object.data("NSSourceEntityVersionHash")
    mapping.destinationEntityName = object.text("NSDestinationEntityName")
    mapping.destinationEntityVersionHash = object.data("NSDestinationEntityVersionHash")
    mapping.entityMigrationPolicyClassName = object.text("NSEntityMigrationPolicyClassName")
    mapping.sourceExpression = try expression("NSSourceExpression", of: object)
    mapping.attributeMappings = try propertyMappings("NSAttributeMappings", of: object)
    mapping.relationshipMappings = try propertyMappings("NSRelationshipMappings", of: object)
    mapping.userInfo = object.object("NSUserInfo").flatMap(Self.userInfo)
    return mapping
  }

  private func type(_ object: ArchivedObject) throws(ArchivedGraph.Damage) -> NSEntityMappingType {
    let number = object.integer("NSMappingType") ?? 0
    guard let raw = UInt(exactly: number), let type = NSEntityMappingType(rawValue: raw) else {
      throw ArchivedGraph.Damage("there is no type \(number) of entity mappings")
    }
    return type
  }

  private func propertyMappings(
    _ key: String, of object: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> [NSPropertyMapping]? {
    guard object.object(key) != nil else { return nil }
    var mappings: [NSPropertyMapping] = []
    for member in object.members(key) {
      let mapping = NSPropertyMapping()
      mapping.name = member.text("NSDestinationPropertyName")
      mapping.valueExpression = try expression("NSValueExpression", of: member)
      mapping.userInfo = member.object("NSUserInfo").flatMap(Self.userInfo)
      mappings.append(mapping)
    }
    return mappings
  }

  private func expression(
    _ key: String, of object: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> NSExpression? {
    guard let archived = object.object(key) else { return nil }
    return try ExpressionArchive.expression(of: archived)
  }

  /// Returns the entries of a dictionary that are texts, which is what the editor of mapping models
  /// makes; nil for another object.
  static func userInfo(_ dictionary: ArchivedObject) -> [AnyHashable: Any]? {
    guard dictionary.isKind(of: "NSDictionary") else { return nil }
    let texts = dictionary.entries.compactMap { entry -> (AnyHashable, Any)? in
      guard let key = entry.key.text, let value = entry.value.text else { return nil }
      return (key, value)
    }
    return Dictionary(texts, uniquingKeysWith: { first, _ in first })
  }
}
