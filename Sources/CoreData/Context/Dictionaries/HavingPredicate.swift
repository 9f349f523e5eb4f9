// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

import class PredicateLanguage.NSExpression

/// The condition on the groups of a dictionary result (R-REQ-036).
///
/// The columns of the result and the grouped properties are keys, and variables of the same names:
/// both `total > 100` and `$total > 100` are in use. Any other property is that of one object of the group,
/// as a store's of Apple's takes it from some row. Statistics such as `count:(name)` or
/// `price.@sum` are computed over the group.
struct HavingPredicate {
  private let node: PredicateNode

  init(_ predicate: NSPredicate) { node = PredicateNode(predicate) }

  /// Returns true if a group fits.
  ///
  /// - Parameter names: the values of the columns and of what is grouped by, `NSNull` for none.
  /// - Throws: 134060 for what cannot be evaluated.
  func holds(for group: [NSManagedObject], names: [String: Any]) throws -> Bool {
    let row = GroupedRow(values: names, group: group)
    do {
      let test = try node.replacing { (node) throws(EvaluationError) in try row.statistic(node) }
      return try PredicateEvaluator.evaluate(test, with: row, variables: names)
    } catch {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "The having predicate cannot be evaluated: \(error)")
    }
  }
}

extension HavingPredicate {
  /// Returns the function and the operand of a statistic over the group; nil for any other expression.
  static func statistic(
    _ node: ExpressionNode
  ) -> (function: PredefinedFunction, operand: ExpressionNode)? {
    switch node {
    case .function(let function, let arguments) where function.isStatistic && arguments.count == 1:
      // What a column says already is not a collection of the group's values.
      switch arguments[0] {
      case .keyPath, .path(.evaluatedObject, _): return (function, arguments[0])
      default: return nil
      }
    case .keyPath(let path):
      guard let place = path.firstIndex(where: { $0.hasPrefix("@") }), path.count > 1,
        let function = Self.functions[path[place]]
      else { return nil }
      var operand = path
      operand.remove(at: place)
      return (function, .keyPath(operand))
    default: return nil
    }
  }

  private static let functions: [String: PredefinedFunction] = [
    "@count": .count, "@sum": .sum, "@avg": .average, "@min": .minimum, "@max": .maximum,
  ]
}

/// A group as a predicate reads it.
private struct GroupedRow: PredicateReading {
  let values: [String: Any]
  let group: [NSManagedObject]

  func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    if let value = values[key] { return value }
    guard let object = group.first, object.layout.index(of: key) != nil else {
      throw .unsupported(
        "'\(key)' is neither a column of the result nor a property of the grouped objects.")
    }
    return object.value(forKey: key)
  }

  /// Returns the constant that a statistic over the group is; nil for any other expression.
  func statistic(_ node: ExpressionNode) throws(EvaluationError) -> ExpressionNode? {
    guard let (function, operand) = HavingPredicate.statistic(node) else { return nil }
    return try reduced(function, operand)
  }

  private func reduced(
    _ function: PredefinedFunction, _ operand: ExpressionNode
  ) throws(EvaluationError) -> ExpressionNode {
    var values: [Any] = []
    for object in group {
      if let members = try operand.valuesOfMembers(of: object) {
        values += members
      } else if let value = try PredicateEvaluator.value(of: operand, with: object) {
        values.append(value)
      }
    }
    let operands = LooseNumber.operands(of: function, values)
    return .constant(
      try PredicateEvaluator.value(of: .function(function, [.constant(operands)]), with: nil))
  }
}

/// The statistics in a fetch's predicate that are over all objects of its entity, whatever else the
/// predicate says: `number == max(number)`, `number == @max.number` (R-REQ-083).
///
/// Each is computed once, and a constant in the predicate from then on: so every store is asked the same,
/// and so are the pending changes.
final class EntityStatistics {
  private let context: NSManagedObjectContext
  private let specification: FetchSpecification
  private let affectedStores: [NSPersistentStore]?
  private let layout: PropertyLayout
  /// By function and path; nil where there was nothing to take it of.
  private var values: [String: Any?] = [:]
  private var failure: (any Error)?

  /// - Parameters:
  ///   - specification: the request, which says what objects there are.
  ///   - layout: its entity's.
  init(
    in context: NSManagedObjectContext, for specification: FetchSpecification,
    affectedStores: [NSPersistentStore]?, of layout: PropertyLayout
  ) {
    self.context = context
    self.specification = specification
    self.affectedStores = affectedStores
    self.layout = layout
  }

  /// Returns a predicate with the values for its statistics; nil if it has none.
  func answered(_ predicate: NSPredicate) throws -> NSPredicate? {
    try context.withinRequest { () throws -> NSPredicate? in
      do {
        let node = try replaced(PredicateNode(predicate))
        return values.isEmpty ? nil : node.makePredicate()
      } catch {
        if let failure { throw failure }
        throw error
      }
    }
  }

  // MARK: - The predicate

  private func replaced(_ node: PredicateNode) throws(EvaluationError) -> PredicateNode {
    switch node {
    case .constant, .opaque: return node
    case .and(let children): return .and(try replaced(children))
    case .or(let children): return .or(try replaced(children))
    case .not(let child): return .not(try replaced(child))
    case .comparison: return try compared(node)
    }
  }

  private func replaced(_ nodes: [PredicateNode]) throws(EvaluationError) -> [PredicateNode] {
    var result: [PredicateNode] = []
    for node in nodes { result.append(try replaced(node)) }
    return result
  }

  /// Nothing compares with what has no value, as in SQL.
  private func compared(_ node: PredicateNode) throws(EvaluationError) -> PredicateNode {
    var hasValues = true
    let made = try node.replacing { (node) throws(EvaluationError) in
      guard let (function, path) = self.statistic(node) else { return nil }
      let found = try self.value(of: function, path)
      if found == nil { hasValues = false }
      return ExpressionNode.constant(found)
    }
    return hasValues ? made : .constant(false)
  }

  /// Returns the function and the path of such a statistic; nil for any other expression.
  private func statistic(
    _ node: ExpressionNode
  ) -> (function: PredefinedFunction, path: [String])? {
    guard let (function, operand) = HavingPredicate.statistic(node),
      DictionaryColumn.statistics.contains(function)
    else { return nil }
    switch operand {
    case .keyPath(let path), .path(.evaluatedObject, let path):
      return layout.leadsToOneValue(path) ? (function, path) : nil
    default: return nil
    }
  }

  // MARK: - The values

  private func value(
    of function: PredefinedFunction, _ path: [String]
  ) throws(EvaluationError) -> Any? {
    let name = function.rawValue + path.joined(separator: ".")
    if let known = values[name] { return known }
    do {
      let computed = try computed(function, path)
      values.updateValue(computed, forKey: name)
      return computed
    } catch {
      failure = error
      throw .failed("\(error)")
    }
  }

  /// Stores compute it where no pending change counts.
  private func computed(_ function: PredefinedFunction, _ path: [String]) throws -> Any? {
    try context.beginReadingTogether()
    let column = NSExpressionDescription()
    column.name = "value"
    column.expression = NSExpression(node: .function(function, [.keyPath(path)]))
    if let objects = try changedObjects(function, path) {
      return try DictionaryColumn(column, layout: layout).value(of: objects)
    }
    var question = question
    question.includesPendingChanges = false
    question.resultType = .dictionaryResultType
    question.propertiesToFetch = [column]
    return try DictionaryFetch(operation(question)).computed().first?["value"]
  }

  /// A request for all objects that there are.
  private var question: FetchSpecification {
    var question = FetchSpecification()
    question.entity = specification.entity
    question.entityName = specification.entityName
    question.includesSubentities = specification.includesSubentities
    question.includesPendingChanges = specification.includesPendingChanges
    return question
  }

  private func operation(_ question: FetchSpecification) throws -> FetchOperation {
    try FetchOperation(context: context, specification: question, affectedStores: affectedStores)
  }

  /// Returns the objects with the context's changes, as many as are needed; nil if what is stored is the
  /// same, and where changes do not count.
  private func changedObjects(
    _ function: PredefinedFunction, _ path: [String]
  ) throws -> [NSManagedObject]? {
    guard specification.includesPendingChanges,
      specification.resultType != .dictionaryResultType
    else { return nil }
    var question = question
    question.returnsObjectsAsFaults = false
    if let order = order(function, path) {
      question.predicate = NSPredicate(format: "%K != nil", path[0])
      question.sortDescriptors = [order]
      question.fetchLimit = 1
    }
    let operation = try operation(question)
    let isChanged = path.count > 1 ? context.tracker.hasChanges : PendingOverlay(operation).isNeeded
    guard isChanged || context.parentContext != nil else { return nil }
    return try operation.objects().objects
  }

  /// Returns the order in which the first object has an extreme; nil if all are to be looked at: what is
  /// not a number comes first, and is no extreme.
  private func order(_ function: PredefinedFunction, _ path: [String]) -> NSSortDescriptor? {
    guard path.count == 1, let record = layout.record(named: path[0]), record.column >= 0 else {
      return nil
    }
    switch (function, record.type) {
    case (.maximum, .integer16), (.maximum, .integer32), (.maximum, .integer64),
      (.maximum, .float), (.maximum, .double), (.maximum, .decimal), (.maximum, .date):
      return NSSortDescriptor(key: path[0], ascending: false)
    case (.minimum, .integer16), (.minimum, .integer32), (.minimum, .integer64), (.minimum, .date):
      return NSSortDescriptor(key: path[0], ascending: true)
    default: return nil
    }
  }
}
