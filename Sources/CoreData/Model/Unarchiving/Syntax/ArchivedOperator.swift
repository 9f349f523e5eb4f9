// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import PredicateLanguage

/// The operator of an archived comparison (R-MOD-307).
struct ArchivedOperator {
  private let type: NSComparisonPredicate.Operator
  private let modifier: NSComparisonPredicate.Modifier
  private let options: NSComparisonPredicate.Options

  /// Nil for an unknown one, and for a comparison by a method of the application.
  init?(_ object: ArchivedObject) {
    guard let number = object.integer("NSOperatorType").flatMap(UInt.init(exactly:)),
      let type = NSComparisonPredicate.Operator(rawValue: number), type != .customSelector,
      let modifier = NSComparisonPredicate.Modifier(
        rawValue: UInt(clamping: object.integer("NSModifier") ?? 0))
    else { return nil }
    self.type = type
    self.modifier = modifier
    let bits = Self.options(of: object, type) & 0xF
    options = NSComparisonPredicate.Options(rawValue: UInt(bits))
  }

  /// Each class of operators has its own name for them; the variant of a comparison by order is the
  /// operator once more.
  private static func options(
    of object: ArchivedObject, _ type: NSComparisonPredicate.Operator
  ) -> Int {
    let known = object.integer("NSFlags") ?? object.integer("NSOptions")
    switch type {
    case .matches, .like, .beginsWith, .endsWith:
      return known ?? object.integer("NSVariant") ?? 0
    default: return known ?? 0
    }
  }

  func comparison(_ left: ExpressionNode, _ right: ExpressionNode) -> ComparisonNode {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(node: left), rightExpression: NSExpression(node: right),
      modifier: modifier, type: type, options: options)
    guard case .comparison(let node) = predicate.node else {
      return ComparisonNode(left: left, operation: .equal, right: right)
    }
    return node
  }
}
