// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import StoreInterface

/// Translates the condition on the groups of a dictionary request into one on a table's columns.
///
/// The statistics that it asks for become columns of their own, which nobody sees. What cannot be
/// translated is evaluated on objects, which also says what is wrong with it.
struct HavingLowering {
  /// The visible columns and those that only the condition and the order need.
  private(set) var columns: [TableColumn]
  private(set) var lowering: TableLowering
  private var names: [String: (column: Int, form: TableForm)] = [:]
  private let entity: EntitySchema

  init(_ columns: [TableColumn], _ lowering: TableLowering, of entity: EntitySchema) {
    self.columns = columns
    self.lowering = lowering
    self.entity = entity
  }

  /// Lets the condition speak of a column.
  mutating func add(name: String, _ column: TableColumn, _ form: TableForm) {
    names[name] = (place(of: column), form)
  }

  /// Returns the condition; nil if it is to be evaluated on objects.
  mutating func filter(_ predicate: NSPredicate) -> Filter? {
    let node = PredicateNode(predicate)
    guard !node.hasRegularExpression else { return nil }
    var changed = self
    // What is wrong is found again, and thrown, where it is evaluated on objects.
    let replaced = try? node.replacing { (node) throws(EvaluationError) in changed.column(node) }
    self = changed
    guard let replaced else { return nil }
    let predicates = PredicateLowering(TableModel(names, entity), leavesUnstoredKeys: true)
    let columns = TableEntity(names, entity)
    let lowered = try? predicates.lower(replaced, for: columns)  // likewise
    return lowered?.needsResidual == false ? lowered?.filter : nil
  }

  /// Returns the key of the column that an expression is; nil for any other.
  private mutating func column(_ node: ExpressionNode) -> ExpressionNode? {
    if case .variable(let name) = node, names[name] != nil { return .keyPath([name]) }
    guard let (function, operand) = HavingPredicate.statistic(node) else { return nil }
    guard let made = DictionaryColumn.lowered(function, of: operand, &lowering) else {
      return nil
    }
    // No key has such a name.
    let name = "\u{0}\(names.count)"
    add(name: name, made.0, made.1)
    return .keyPath([name])
  }

  private mutating func place(of column: TableColumn) -> Int {
    if let known = columns.firstIndex(of: column) { return known }
    columns.append(column)
    return columns.count - 1
  }
}

/// A table's columns as predicates see them.
private final class TableEntity: NamedEntity {
  let schema: EntitySchema
  private let names: [String: (column: Int, form: TableForm)]

  init(_ names: [String: (column: Int, form: TableForm)], _ schema: EntitySchema) {
    self.names = names
    self.schema = schema
  }

  func property(named name: String) -> NamedProperty? {
    guard let (column, form) = names[name] else { return nil }
    guard case .value(let type) = form else { return .unstored }
    // Constants beside numbers of any kind keep theirs, as beside doubles.
    return .attribute(
      column, type ?? .double, PropertyNumber(entity: schema.index, property: column))
  }
}

private struct TableModel: PredicateModel {
  private let names: [String: (column: Int, form: TableForm)]
  private let schema: EntitySchema

  init(_ names: [String: (column: Int, form: TableForm)], _ schema: EntitySchema) {
    self.names = names
    self.schema = schema
  }

  func entity(_ index: Int) -> any NamedEntity { TableEntity(names, schema) }
  func key(of constant: Any) -> ObjectKey? { nil }
  func isObject(_ constant: Any) -> Bool {
    constant is NSManagedObject || constant is NSManagedObjectID
  }
  func entityName(of constant: Any) -> String? { nil }
  func link(_ property: PropertyNumber) -> LinkKind? { nil }
  func references(to constant: Any) -> [String]? { nil }
  func linkMember(_ uri: String) -> String { uri }
  func data(_ constant: Any, of property: PropertyNumber) -> Data? { nil }
}

extension PredicateNode {
  /// True if a pattern may be malformed: the evaluation on objects names the predicate then.
  fileprivate var hasRegularExpression: Bool {
    switch self {
    case .constant, .opaque: false
    case .and(let children), .or(let children): children.contains(where: \.hasRegularExpression)
    case .not(let child): child.hasRegularExpression
    case .comparison(let node): node.operation == .matches
    }
  }
}
