// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// Archives predicates in the classes of Apple's framework (R-MOD-307).
enum PredicateArchiver {
  /// Throws for closures, and for subclasses of the program.
  static func node(of predicate: NSPredicate) throws(Unarchivable) -> ArchiveNode {
    try node(of: PredicateNode(predicate))
  }

  static func node(of predicate: PredicateNode) throws(Unarchivable) -> ArchiveNode {
    switch predicate {
    case .constant(let value):
      return ArchiveNode(class: value ? "NSTruePredicate" : "NSFalsePredicate")
    case .not(let part): return try compound(0, [part])
    case .and(let parts): return try compound(1, parts)
    case .or(let parts): return try compound(2, parts)
    case .comparison(let comparison): return try node(of: comparison)
    case .opaque: throw Unarchivable("a predicate of a closure or of a class of its own")
    }
  }

  private static func compound(
    _ type: Int, _ parts: [PredicateNode]
  ) throws(Unarchivable) -> ArchiveNode {
    let node = ArchiveNode(class: "NSCompoundPredicate")
    node.add("NSCompoundPredicateType", .integer(type))
    var nodes: [ArchiveNode] = []
    for part in parts { nodes.append(try self.node(of: part)) }
    node.add("NSSubpredicates", .node(.collection(nodes, class: "NSArray")))
    return node
  }

  // MARK: - Comparisons

  private static func node(of comparison: ComparisonNode) throws(Unarchivable) -> ArchiveNode {
    let node = ArchiveNode(class: "NSComparisonPredicate")
    node.add("NSLeftExpression", .node(try ExpressionArchiver.node(of: comparison.left)))
    node.add("NSRightExpression", .node(try ExpressionArchiver.node(of: comparison.right)))
    node.add("NSPredicateOperator", .node(operation(of: comparison)))
    return node
  }

  /// Each family of operators has a class of its own, and a key of its own for the options.
  private static func operation(of comparison: ComparisonNode) -> ArchiveNode {
    let (name, type) = family(of: comparison.operation)
    let node = ArchiveNode(class: name)
    node.add("NSOperatorType", .integer(type))
    node.add("NSModifier", .integer(modifier(of: comparison)))
    let options = ArchiveNode.Field.integer(Int(comparison.options.rawValue))
    switch comparison.operation {
    case .equal, .notEqual:
      node.add("NSNegate", .boolean(comparison.operation == .notEqual))
      node.add("NSOptions", options)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      node.add("NSVariant", .integer(type))
      node.add("NSOptions", options)
    case .beginsWith, .endsWith:
      node.add("NSPosition", .integer(comparison.operation == .endsWith ? 1 : 0))
      node.add("NSFlags", options)
    case .matches, .like, .in, .contains, .between: node.add("NSFlags", options)
    }
    return node
  }

  private static func modifier(of comparison: ComparisonNode) -> Int {
    switch comparison.modifier {
    case .direct: 0
    case .all: 1
    case .any: 2
    }
  }

  private static func family(of operation: PredicateOperator) -> (class: String, type: Int) {
    switch operation {
    case .lessThan: ("NSComparisonPredicateOperator", 0)
    case .lessThanOrEqual: ("NSComparisonPredicateOperator", 1)
    case .greaterThan: ("NSComparisonPredicateOperator", 2)
    case .greaterThanOrEqual: ("NSComparisonPredicateOperator", 3)
    case .equal: ("NSEqualityPredicateOperator", 4)
    case .notEqual: ("NSEqualityPredicateOperator", 5)
    case .matches: ("NSMatchingPredicateOperator", 6)
    case .like: ("NSLikePredicateOperator", 7)
    case .beginsWith: ("NSSubstringPredicateOperator", 8)
    case .endsWith: ("NSSubstringPredicateOperator", 9)
    case .in: ("NSInPredicateOperator", 10)
    case .contains: ("NSInPredicateOperator", 99)
    case .between: ("NSBetweenPredicateOperator", 100)
    }
  }
}
