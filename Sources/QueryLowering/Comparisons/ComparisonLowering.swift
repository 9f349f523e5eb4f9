// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Translates one comparison. Throws `Untranslatable` where objects are needed.
struct ComparisonLowering {
  let lowering: PredicateLowering
  let scope: LoweringScope

  private var constants: ConstantLowering { lowering.constants }
  private var operands: OperandLowering { OperandLowering(lowering: lowering, scope: scope) }

  func filter(_ node: ComparisonNode) throws -> Filter {
    if let link = try LinkComparison(self).filter(node) { return link }
    guard node.modifier == .direct else { return try quantified(node) }
    if let existence = try existence(node) { return existence }
    switch node.operation {
    case .in: return try membership(of: node.left, in: node.right, node.options)
    case .contains: return try containment(node)
    case .between: return try between(node)
    case .matches: return try match(.matches, node)
    case .like: return try match(.like, node)
    case .beginsWith: return try match(.beginsWith, node)
    case .endsWith: return try match(.endsWith, node)
    default: return try comparison(node)
    }
  }

  // MARK: - Quantifiers

  /// `ANY a.b.c == x`: some member of the first to-many satisfies the rest, quantified likewise
  /// when the rest has another to-many.
  private func quantified(_ node: ComparisonNode) throws -> Filter {
    guard let path = try scope.path(of: node.left),
      case .toMany(let toMany, let destination, let rest) = try lowering.resolver.resolve(
        path, from: scope.entity), !rest.contains(where: { $0.hasPrefix("@") })
    else { throw Untranslatable() }
    let inner = ComparisonLowering(
      lowering: lowering,
      scope: LoweringScope(entity: destination, variable: LoweringScope.memberVariable))
    let member = ExpressionNode.variable(LoweringScope.memberVariable)
    let left = rest.isEmpty ? member : .path(member, rest)
    let modifier = try inner.isToMany(left) ? node.modifier : .direct
    let condition = try inner.filter(
      ComparisonNode(
        left: left, operation: node.operation, right: node.right, modifier: modifier,
        options: node.options))
    return .quantified(node.modifier == .all ? .all : .any, toMany, condition)
  }

  private func isToMany(_ expression: ExpressionNode) throws -> Bool {
    guard let path = try scope.path(of: expression) else { return false }
    if case .toMany = try lowering.resolver.resolve(path, from: scope.entity) { return true }
    return try LinkComparison(self).isToMany(expression)
  }

  /// `count > 0`, `count != 0`, `count == 0` and their like ask only whether there is a member.
  private func existence(_ node: ComparisonNode) throws -> Filter? {
    // The cast comes last: of most types it looks through the conformances of all libraries.
    guard Self.counts(node.left), case .constant(let constant?) = node.right,
      let number = constant as? Int, let quantifier = Self.quantifier(node.operation, number),
      case .count(let toMany, let condition)? = try count(node.left)
    else { return nil }
    return .quantified(quantifier, toMany, condition ?? .constant(true))
  }

  static func quantifier(
    _ operation: PredicateOperator, _ number: Int
  ) -> Quantifier? {
    switch (operation, number) {
    case (.greaterThan, 0), (.notEqual, 0), (.greaterThanOrEqual, 1): .any
    case (.equal, 0), (.lessThan, 1), (.lessThanOrEqual, 0): Quantifier.none
    default: nil
    }
  }

  /// The operand of an expression that counts members; `nil` for any other.
  private func count(_ expression: ExpressionNode) throws -> Operand? {
    Self.counts(expression) ? try operands.operand(expression).operand : nil
  }

  private static func counts(_ expression: ExpressionNode) -> Bool {
    switch expression {
    case .keyPath(let path): path.contains("@count")
    case .path(_, let path): path == ["@count"]
    case .function(.count, _): true
    default: false
    }
  }

  // MARK: - Equality and order

  private func comparison(_ node: ComparisonNode) throws -> Filter {
    if let object = try ObjectComparison(self).filter(node) { return object }
    let (left, right) = try pair(node.left, node.right)
    if node.operation == .equal || node.operation == .notEqual,
      let null = Self.nullTest(left, right)
    {
      return node.operation == .equal ? null : .not(null)
    }
    guard let operation = ComparisonOperator(node.operation) else {
      throw Untranslatable()
    }
    return .compare(
      left.operand, operation, right.operand, StringOptions(node.options))
  }

  /// `x == nil`, from either side.
  private static func nullTest(_ left: LoweredOperand, _ right: LoweredOperand) -> Filter? {
    if case .value(.null) = right.operand { return .isNull(left.operand) }
    if case .value(.null) = left.operand { return .isNull(right.operand) }
    return nil
  }

  /// Both sides; a constant takes the type of the other side. Values of types that never compare
  /// are left to the evaluation on objects.
  private func pair(
    _ left: ExpressionNode, _ right: ExpressionNode
  ) throws -> (LoweredOperand, LoweredOperand) {
    if case .constant = left {
      let other = try operands.operand(right)
      return (try operands.operand(left, like: other), other)
    }
    let first = try operands.operand(left)
    let second = try operands.operand(right, like: first)
    guard Self.areComparable(first.type, second.type) else { throw Untranslatable() }
    return (first, second)
  }

  private static func areComparable(_ left: AttributeType?, _ right: AttributeType?) -> Bool {
    let isLeftNumeric = left?.isNumeric ?? true
    let isRightNumeric = right?.isNumeric ?? true
    return isLeftNumeric && isRightNumeric || left == right
  }

  // MARK: - Ranges and collections

  private func between(_ node: ComparisonNode) throws -> Filter {
    let bounds: [ExpressionNode]
    switch node.right {
    case .aggregate(let elements): bounds = elements
    case .constant(let constant):
      bounds = (ConstantLowering.elements(constant) ?? []).map { .constant($0) }
    default: throw Untranslatable()
    }
    guard bounds.count == 2 else { throw Untranslatable() }
    let operand = try operands.operand(node.left)
    let (lower, upper) = (
      try operands.operand(bounds[0], like: operand), try operands.operand(bounds[1], like: operand)
    )
    guard Self.areComparable(operand.type, lower.type),
      Self.areComparable(operand.type, upper.type)
    else { throw Untranslatable() }
    return .between(operand.operand, lower: lower.operand, upper: upper.operand)
  }

  /// `collection CONTAINS x` is `x IN collection`; otherwise both are strings.
  private func containment(_ node: ComparisonNode) throws -> Filter {
    if try isCollection(node.left) {
      return try membership(of: node.right, in: node.left, node.options)
    }
    return try match(.contains, node)
  }

  private func isCollection(_ expression: ExpressionNode) throws -> Bool {
    switch expression {
    case .constant(let constant): ConstantLowering.elements(constant) != nil
    case .aggregate: true
    default: try isToMany(expression)
    }
  }

  func membership(
    of element: ExpressionNode, in collection: ExpressionNode,
    _ options: ComparisonOptions
  ) throws -> Filter {
    switch collection {
    case .constant(let constant):
      if let members = try isIn(element, collection: constant, options: options) { return members }
      guard ConstantLowering.text(constant) != nil else { throw Untranslatable() }
    case .aggregate(let elements): return try isIn(element, expressions: elements, options: options)
    default:
      if try isToMany(collection) {
        let isEqual = ComparisonNode(
          left: collection, operation: .equal, right: element, modifier: .any, options: options)
        return try quantified(isEqual)
      }
    }
    return try match(
      .contains,
      ComparisonNode(left: collection, operation: .contains, right: element, options: options))
  }

  private func isIn(
    _ element: ExpressionNode, expressions: [ExpressionNode],
    options: ComparisonOptions
  ) throws -> Filter {
    var values: [Any?] = []
    for case .constant(let constant) in expressions { values.append(constant) }
    if values.count == expressions.count,
      let members = try isIn(element, collection: values, options: options)
    {
      return members
    }
    return .or(
      try expressions.map {
        try filter(ComparisonNode(left: element, operation: .equal, right: $0, options: options))
      })
  }

  /// Nil when the constant is no collection.
  private func isIn(
    _ element: ExpressionNode, collection: Any?, options: ComparisonOptions
  ) throws -> Filter? {
    if let objects = try ObjectComparison(self).isIn(element, collection) { return objects }
    if ConstantLowering.text(collection) != nil { return nil }
    let operand = try operands.operand(element)
    guard
      let lowered = try constants.values(in: collection, for: operand.type, of: operand.property)
    else { return nil }
    let present = lowered.filter { !$0.isNull }
    let isOne = Filter.isIn(operand.operand, present, StringOptions(options))
    return present.count == lowered.count ? isOne : .or([isOne, .isNull(operand.operand)])
  }

  // MARK: - Strings

  private func match(_ operation: StringOperator, _ node: ComparisonNode) throws -> Filter {
    if try isToMany(node.left) {
      throw LoweringError.toManyNotAllowed(
        try scope.path(of: node.left) ?? [], entity: scope.entity.schema.name)
    }
    let left = try operands.operand(node.left)
    guard left.isText else {
      // A transformable attribute may have a text or a collection for its value.
      guard left.property != nil, left.type != .transformable else { throw Untranslatable() }
      throw LoweringError.notAString(operation: node.operation.rawValue)
    }
    let pattern = try operands.operand(
      node.right, like: LoweredOperand(operand: .value(.null), type: .string))
    guard pattern.isText else { throw Untranslatable() }
    return .match(
      operation, left.operand, pattern: pattern.operand,
      StringOptions(node.options))
  }
}
