// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import class PredicateLanguage.NSExpression

/// The expressions that mappings have unless somebody writes others: a property of the new object is
/// that of its source with the same name, or what that has become.
struct DefaultExpressions {
  private let source: ModelSketch?
  private let destination: ModelSketch?
  /// The names of mappings and the entities of their sources.
  private let mappings: [(name: String, source: String)]

  /// - Parameters:
  ///   - source: nil if it is not known: then every property of the new object is one of the source's.
  ///   - mappings: all that have a source.
  init(
    from source: ModelSketch?, to destination: ModelSketch?,
    mappings: [(name: String, source: String)]
  ) {
    self.source = source
    self.destination = destination
    self.mappings = mappings
  }

  private static var manager: NSExpression { NSExpression(forVariable: NSMigrationManagerKey) }

  /// All objects of an entity.
  static func source(_ entity: String) -> NSExpression {
    let request = NSExpression(
      forFunction: manager, selectorName: "fetchRequestForSourceEntityNamed:predicateString:",
      arguments: constants(entity, "TRUEPREDICATE"))
    return NSFetchRequestExpression.expression(
      forFetch: request, context: path(NSMigrationManagerKey, "sourceContext"), countOnly: false)
  }

  /// Returns the expression of an attribute; nil for one that the source does not have.
  func attribute(_ name: String, of mapping: NSEntityMapping) -> NSExpression? {
    former(name, of: mapping) { $0.hasAttribute($1, of: $2) }.map {
      Self.path(NSMigrationSourceObjectKey, $0)
    }
  }

  /// Returns the expression of a relationship; nil for one that the source does not have.
  func relationship(_ name: String, of mapping: NSEntityMapping) -> NSExpression? {
    let former = former(name, of: mapping) { $0.destination(of: $1, $2) != nil }
    guard let former, let entity = mapping.sourceEntityName else { return nil }
    let objects = Self.path(NSMigrationSourceObjectKey, former)
    guard let target = onlyMapping(ofTarget: former, entity) else {
      return Self.instances(for: "SourceRelationship", former, objects)
    }
    return Self.instances(for: "EntityMapping", target, objects)
  }

  /// The name of a property of the source: the same, or the one that it was renamed from.
  private func former(
    _ name: String, of mapping: NSEntityMapping,
    isThere: (ModelSketch, String, String) -> Bool
  ) -> String? {
    guard let entity = mapping.sourceEntityName else { return nil }
    guard let source else { return name }
    let renamed = mapping.destinationEntityName.flatMap { destination?.identifier(of: name, $0) }
    return [name, renamed].compactMap { $0 }.first { isThere(source, $0, entity) }
  }

  /// The mapping of all objects that a relationship may lead to; nil if there are several or none.
  private func onlyMapping(ofTarget relationship: String, _ entity: String) -> String? {
    guard let source, let target = source.destination(of: relationship, entity) else { return nil }
    let fitting = mappings.filter { source.isEntity($0.source, kindOf: target) }
    return fitting.count == 1 ? fitting[0].name : nil
  }

  // MARK: - Parts

  private static func instances(
    for kind: String, _ name: String, _ objects: NSExpression
  ) -> NSExpression {
    NSExpression(
      forFunction: manager, selectorName: "destinationInstancesFor\(kind)Named:sourceInstances:",
      arguments: [NSExpression(forConstantValue: name), objects])
  }

  private static func constants(_ values: String...) -> [NSExpression] {
    values.map { NSExpression(forConstantValue: $0) }
  }

  private static func path(_ variable: String, _ key: String) -> NSExpression {
    NSExpression(node: .path(.variable(variable), [key]))
  }
}
