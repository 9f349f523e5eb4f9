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

  /// - Parameter item: a name, a property description or an expression description.
  init(_ item: Any, layout: PropertyLayout) throws {
    switch item {
    case let name as String:
      self.name = name
      source = .path(name)
      try DictionaryColumn.require(name, in: layout)
    case let description as NSExpressionDescription:
      name = description.name
      source = DictionaryColumn.source(of: description.expression)
    case let property as NSPropertyDescription:
      name = property.name
      source = .path(property.name)
      try DictionaryColumn.require(property.name, in: layout)
    default:
      throw CocoaError.make(
        exception: .invalidArgument, reason: "\(item) is no property of \(layout.schema.name).")
    }
  }

  /// A property under another name.
  init(_ path: String, named name: String, layout: PropertyLayout) throws {
    self.name = name
    source = .path(path)
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

  private static let statistics: [PredefinedFunction] = [
    .sum, .count, .minimum, .maximum, .average,
  ]

  private static func source(of expression: NSExpression?) -> Source {
    guard let expression else { return .expression(.constant(nil)) }
    let node = expression.node
    if case .function(let function, let arguments) = node, arguments.count == 1,
      statistics.contains(function)
    {
      return .statistic(function, arguments[0])
    }
    return .expression(node)
  }

  /// The same column beside groups: a path with a collection operator is a statistic over the group there.
  var overGroups: DictionaryColumn {
    guard case .expression(let node) = source, case .keyPath = node,
      let (function, operand) = HavingPredicate.statistic(node)
    else { return self }
    return DictionaryColumn(name: name, source: .statistic(function, operand))
  }

  private init(name: String, source: Source) {
    self.name = name
    self.source = source
  }

  var isAggregate: Bool {
    if case .statistic = source { true } else { false }
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

extension ExpressionNode {
  /// Returns what the members have that a path through to-many relationships leads to, each as often as
  /// it is met: as stores that join them count and add (R-REQ-036). Nil for any other expression, and
  /// where an operator makes one value of them for each object.
  func valuesOfMembers(of object: NSManagedObject) throws(EvaluationError) -> [Any]? {
    guard let path = pathFromObject, !path.contains(where: { $0.hasPrefix("@") }),
      let last = object.layout.lastToMany(along: path)
    else { return nil }
    var reached = [object]
    for key in path[...last] { reached = reached.flatMap { $0.destinations(forKey: key) } }
    let rest = Array(path[(last + 1)...])
    guard !rest.isEmpty else { return reached }
    var values: [Any] = []
    for member in reached {
      let value = try PredicateEvaluator.value(of: .keyPath(rest), with: member)
      if let value { values.append(value) }
    }
    return values
  }

  private var pathFromObject: [String]? {
    switch self {
    case .keyPath(let path), .path(.evaluatedObject, let path):
      path.filter { $0 != "self" && $0 != "SELF" }
    default: nil
    }
  }
}

extension PropertyLayout {
  /// Returns the place of the last to-many relationship of a path; nil if there is none.
  fileprivate func lastToMany(along path: [String]) -> Int? {
    var (layout, last) = (self, Int?.none)
    for (place, key) in path.enumerated() {
      guard let record = layout.record(named: key) else { break }
      if record.kind == .toMany || record.link == .toMany { last = place }
      guard record.destination >= 0 else { break }
      layout = layout.model[record.destination]
    }
    return last
  }
}

extension NSManagedObject {
  /// Returns the objects that a relationship leads to.
  fileprivate func destinations(forKey key: String) -> [NSManagedObject] {
    switch value(forKey: key) {
    case let object as NSManagedObject: [object]
    case let members as NSSet: members.allObjects.compactMap { $0 as? NSManagedObject }
    case let members as NSOrderedSet: members.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
