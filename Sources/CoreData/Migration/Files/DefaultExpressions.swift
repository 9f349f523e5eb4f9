// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import class PredicateLanguage.NSExpression

/// The expressions that mappings have unless somebody writes others: a property of the new object is
/// that of its source with the same name, or what that has become.
struct DefaultExpressions {
  /// The origin of a property's value that somebody has named without writing its expression.
  struct Origin {
    /// The path from the object of the source, or `$source` for that object itself; nil: the property
    /// of the same name.
    let keyPath: String?
    /// The name of the mapping by which a relationship's objects come over; nil: the one that has
    /// them.
    let mapping: String?
  }

  /// The predicate of mappings that bring over all objects of an entity.
  static let everything = "TRUEPREDICATE"

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

  /// The objects of an entity that satisfy a predicate.
  static func source(_ entity: String, predicate: String) -> NSExpression {
    let request = NSExpression(
      forFunction: manager, selectorName: "fetchRequestForSourceEntityNamed:predicateString:",
      arguments: constants(entity, predicate))
    return NSFetchRequestExpression.expression(
      forFetch: request, context: path(NSMigrationManagerKey, "sourceContext"), countOnly: false)
  }

  /// Returns the expression of an attribute; nil for one that the source does not have.
  func attribute(_ name: String, of mapping: NSEntityMapping, origin: Origin) -> NSExpression? {
    let former = former(name, of: mapping) { $0.hasAttribute($1, of: $2) }
    return (origin.keyPath ?? former).map(Self.sourceValue)
  }

  /// Returns the expression of a relationship; nil for one that the source does not have.
  func relationship(_ name: String, of mapping: NSEntityMapping, origin: Origin) -> NSExpression? {
    let known = former(name, of: mapping) { $0.destination(of: $1, $2) != nil }
    guard let former = origin.keyPath ?? known, let entity = mapping.sourceEntityName else {
      return nil
    }
    let objects = Self.sourceValue(former)
    guard let target = origin.mapping ?? onlyMapping(ofTarget: former, entity) else {
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

  /// A path from the object of the source, or that object itself: `$source`.
  private static func sourceValue(_ path: String) -> NSExpression {
    let variable = "$" + NSMigrationSourceObjectKey
    var keys = path.split(separator: ".").map(String.init)
    if keys.first == variable { keys.removeFirst() }
    guard !keys.isEmpty else { return NSExpression(forVariable: NSMigrationSourceObjectKey) }
    return NSExpression(node: .path(.variable(NSMigrationSourceObjectKey), keys))
  }

  private static func path(_ variable: String, _ key: String) -> NSExpression {
    NSExpression(node: .path(.variable(variable), [key]))
  }
}
