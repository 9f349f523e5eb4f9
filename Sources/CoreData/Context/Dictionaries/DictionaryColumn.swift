// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import class PredicateLanguage.NSExpression
import QueryLowering
import StoreInterface

/// One column of a dictionary result: a property, a path over to-ones, or an expression.
struct DictionaryColumn {
  /// Where the values come from.
  enum Source {
    case path(String)
    case expression(ExpressionNode)
    /// A statistic over the group: the function and what it is computed of.
    case statistic(PredefinedFunction, ExpressionNode)
  }

  let name: String
  let source: Source
  /// The kind of number that an expression column is declared to be, if it is.
  let declared: DeclaredNumber?

  /// - Parameter item: a name, a property description or an expression description.
  init(_ item: Any, layout: PropertyLayout) throws {
    switch item {
    case let name as String:
      self.init(name: name, source: .path(name))
      try DictionaryColumn.require(name, in: layout)
    case let description as NSExpressionDescription:
      self.init(
        name: description.name,
        source: DictionaryColumn.source(of: description.expression, layout: layout),
        declared: DeclaredNumber(description.resultType))
    case let property as NSPropertyDescription:
      self.init(name: property.name, source: .path(property.name))
      try DictionaryColumn.require(property.name, in: layout)
    default:
      throw CocoaError.make(
        exception: .invalidArgument, reason: "\(item) is no property of \(layout.schema.name).")
    }
  }

  /// A property under another name.
  init(_ path: String, named name: String, layout: PropertyLayout) throws {
    self.init(name: name, source: .path(path))
    try DictionaryColumn.require(path, in: layout)
  }

  private static func require(_ path: String, in layout: PropertyLayout) throws {
    if path == "objectID" || path == "self" { return }
    var layout = layout
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for (position, key) in keys.enumerated() {
      guard let record = layout.record(named: key), record.kind != .fetched,
        position == keys.count - 1 || record.kind != .attribute
      else {
        throw CocoaError.make(
          exception: .invalidArgument,
          reason:
            "Invalid keypath \(path): keypath \(key) not found in entity \(layout.schema.name).")
      }
      if record.kind == .composite { return }
      guard record.kind != .toMany, record.link != .toMany else {
        throw CocoaError.make(
          exception: .invalidArgument,
          reason: "Invalid to-many relationship (\(path)) passed to propertiesToFetch.")
      }
      if position < keys.count - 1, record.destination >= 0 {
        layout = layout.model[record.destination]
      }
    }
  }

  /// The functions that are over a group, or over all objects.
  static let statistics: [PredefinedFunction] = [
    .sum, .count, .minimum, .maximum, .average,
  ]

  /// A path with an operator that has no collection to work on is over all objects: `@sum.price`.
  private static func source(of expression: NSExpression?, layout: PropertyLayout) -> Source {
    guard let expression else { return .expression(.constant(nil)) }
    let node = expression.node
    if case .function(let function, let arguments) = node, arguments.count == 1,
      statistics.contains(function)
    {
      return .statistic(function, arguments[0])
    }
    if case .keyPath = node, let (function, operand) = HavingPredicate.statistic(node),
      case .keyPath(let path) = operand, layout.leadsToOneValue(path)
    {
      return .statistic(function, operand)
    }
    return .expression(node)
  }

  /// The same column beside groups: a path with a collection operator is a statistic over the group there.
  var overGroups: DictionaryColumn {
    guard case .expression(let node) = source, case .keyPath = node,
      let (function, operand) = HavingPredicate.statistic(node)
    else { return self }
    return DictionaryColumn(
      name: name, source: .statistic(function, operand), declared: declared)
  }

  private init(name: String, source: Source, declared: DeclaredNumber? = nil) {
    self.name = name
    self.source = source
    self.declared = declared
  }

  var isAggregate: Bool {
    if case .statistic = source { true } else { false }
  }

  /// The value of one object, to be compared with what is grouped by: a path, whatever the column is
  /// called, else a name.
  var groupKey: String {
    if isIdentity { return "objectID" }
    return switch source {
    case .path(let path): path
    case .expression(let node):
      node.pathFromObject.map { $0.joined(separator: ".") } ?? "= \(name)"
    case .statistic: "= \(name)"
    }
  }

  /// True if a group has a value of it though it is not grouped by: statistics, literals, and the
  /// ID, which is that of one object (R-REQ-035).
  var suitsGroups: Bool {
    switch source {
    case .statistic: true
    case .expression(.constant(let value)): value != nil
    case .path, .expression: isIdentity
    }
  }

  /// True for a function of one object's values: a group has that of one of its objects (R-REQ-035).
  var isFunctionOfOneObject: Bool {
    guard case .expression(let node) = source, case .function = node else { return false }
    return DictionaryColumn.isOfOneObject(node)
  }

  private static func isOfOneObject(_ node: ExpressionNode) -> Bool {
    switch node {
    case .constant, .evaluatedObject: true
    case .keyPath(let keys): !keys.contains { $0.hasPrefix("@") }
    case .function(let function, let arguments):
      !function.isStatistic && arguments.allSatisfy(isOfOneObject)
    default: false
    }
  }

  /// True if it is the object itself, which is its ID in a dictionary.
  var isIdentity: Bool {
    switch source {
    case .path(let path): path == "objectID" || path == "self"
    case .expression(let node): node.isIdentity
    case .statistic: false
    }
  }

  /// True if it is the least or the greatest value.
  var isExtreme: Bool {
    switch source {
    case .statistic(.minimum, _), .statistic(.maximum, _): true
    case .statistic, .path, .expression: false
    }
  }

  /// Returns the value for one object, or for a group; nil when there is none.
  ///
  /// - Throws: 134060 for what cannot be evaluated.
  func value(of objects: [NSManagedObject]) throws -> Any? {
    do { return try evaluated(objects) } catch let error as EvaluationError {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "The column '\(name)' cannot be evaluated: \(error)")
    }
  }

  private func evaluated(_ objects: [NSManagedObject]) throws -> Any? {
    switch source {
    case .path(let path):
      objects.first.flatMap { DictionaryColumn.value(path, of: $0) }
    case .expression(.constant(let literal)): DictionaryColumn.plain(literal)
    case .expression(let node):
      DictionaryColumn.plain(
        try objects.first.flatMap { try DictionaryColumn.value(of: node, with: $0) })
    case .statistic(let function, let operand): try statistic(function, of: operand, over: objects)
    }
  }

  /// Returns a value; none for what is computed and is not a number, as in stores.
  private static func value(of node: ExpressionNode, with object: NSManagedObject) throws -> Any? {
    let value = try PredicateEvaluator.value(of: node, with: object)
    guard case .function = node, let number = value as? NSNumber, number.doubleValue.isNaN else {
      return value
    }
    return nil
  }

  private func statistic(
    _ function: PredefinedFunction, of operand: ExpressionNode, over objects: [NSManagedObject]
  ) throws -> Any? {
    let values = try objects.flatMap { object in
      if let members = try operand.valuesOfMembers(of: object) { return members }
      return try DictionaryColumn.value(of: operand, with: object).map { [$0] } ?? []
    }
    if function == .count { return NSNumber(value: values.count) }
    let operands = LooseNumber.operands(of: function, values)
    let node = ExpressionNode.function(function, [.constant(operands)])
    let result = try PredicateEvaluator.value(of: node, with: nil)
    return result.map { $0 is NSNumber ? $0 : number($0) }
  }

  private func number(_ value: Any) -> Any {
    switch value {
    case let integer as Int: NSNumber(value: integer)
    case let double as Double: NSNumber(value: double)
    case let decimal as Decimal: NSDecimalNumber(decimal: decimal)
    default: value
    }
  }

  /// A link gives the ID that it holds, existing or not: nothing is looked up.
  private static func value(_ path: String, of object: NSManagedObject) -> Any? {
    guard let record = object.layout.record(named: path), record.link != nil else {
      return plain(object.value(forKeyPath: path))
    }
    return object.linkURIs(record.index).first.flatMap { object.context?.linkedID($0) }
  }

  /// Objects appear as their IDs.
  private static func plain(_ value: Any?) -> Any? {
    (value as? NSManagedObject)?.objectID ?? value
  }
}

extension PropertyLayout {
  /// Returns true if a path leads over to-ones to an attribute, or an element of a composite, that is one
  /// value of an object: an operator in such a path can only be over all objects of the entity.
  func leadsToOneValue(_ path: [String]) -> Bool {
    guard !path.contains(where: { $0.hasPrefix("@") }) else { return false }
    var layout = self
    for (place, key) in path.enumerated() where key != "self" && key != "SELF" {
      guard let record = layout.record(named: key), record.link == nil else { return false }
      switch record.kind {
      case .attribute: return record.type != nil && record.type != .transformable
      case .composite: return record.hasPlainLeaf(path[(place + 1)...])
      case .toOne where record.destination >= 0: layout = layout.model[record.destination]
      case .toOne, .toMany, .fetched: return false
      }
    }
    return false
  }
}

extension PropertyRecord {
  /// Returns true if names behind a composite's lead to an element of it that is one value.
  fileprivate func hasPlainLeaf(_ path: ArraySlice<String>) -> Bool {
    leaves.contains { $0.type != .transformable && path.starts(with: $0.path) }
  }
}

extension ExpressionNode {
  /// Returns what the objects have that a path leads to from an object, through relationships, each as
  /// often as it is met: as stores that join them count and add (R-REQ-036). Nil for what is no path, and
  /// where an operator makes one value of them for each object.
  func valuesOfMembers(of object: NSManagedObject) throws(EvaluationError) -> [Any]? {
    guard let path = pathFromObject, !path.contains(where: { $0.hasPrefix("@") }) else {
      return nil
    }
    return try object.values(along: path[...])
  }

  /// True if it is the object itself or its ID.
  fileprivate var isIdentity: Bool {
    if case .evaluatedObject = self { return true }
    return pathFromObject.map { $0.isEmpty || $0 == ["objectID"] } ?? false
  }

  fileprivate var pathFromObject: [String]? {
    switch self {
    case .keyPath(let path), .path(.evaluatedObject, let path):
      path.filter { $0 != "self" && $0 != "SELF" }
    default: nil
    }
  }
}

extension NSManagedObject {
  /// Relationships are those of each object that is met, so that those of subentities count.
  fileprivate func values(along path: ArraySlice<String>) throws(EvaluationError) -> [Any] {
    guard let key = path.first else { return [self] }
    guard let destinations = destinations(forKey: key) else {
      return try PredicateEvaluator.value(of: .keyPath(Array(path)), with: self).map { [$0] } ?? []
    }
    var values: [Any] = []
    for destination in destinations { values += try destination.values(along: path.dropFirst()) }
    return values
  }

  /// Returns the objects that a relationship leads to; nil for a key that is none.
  private func destinations(forKey key: String) -> [NSManagedObject]? {
    guard let record = layout.record(named: key), record.isRelationship || record.link != nil else {
      return nil
    }
    return switch value(forKey: key) {
    case let object as NSManagedObject: [object]
    case let members as NSSet: members.allObjects.compactMap { $0 as? NSManagedObject }
    case let members as NSOrderedSet: members.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
