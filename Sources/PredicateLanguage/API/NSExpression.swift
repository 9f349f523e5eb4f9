// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// An expression: a constant, a key path, a variable, a function, and what they compose to.
///
/// Immutable. May be evaluated on any thread on which the evaluated object may be read.
open class NSExpression: NSObject, NSCopying {
  /// The kinds of expressions, with the raw values of Apple's platforms.
  public enum ExpressionType: UInt, Sendable {
    /// A constant.
    case constantValue = 0
    /// The evaluated object itself, `SELF`.
    case evaluatedObject = 1
    /// A variable, `$name`.
    case variable = 2
    /// A key path from the evaluated object.
    case keyPath = 3
    /// A function of arguments, such as `sum:`.
    case function = 4
    /// The union of two collections.
    case unionSet = 5
    /// The intersection of two collections.
    case intersectSet = 6
    /// The difference of two collections.
    case minusSet = 7
    /// The elements of a collection that satisfy a predicate, `SUBQUERY`.
    case subquery = 13
    /// A list of expressions, `{a, b}`.
    case aggregate = 14
    /// The values of all keys of the evaluated object, `ANYKEY`.
    case anyKey = 15
    /// A closure of the application.
    case block = 19
    /// One of two expressions, as a predicate decides, `TERNARY`.
    case conditional = 20
    /// A fetch expression, whose type Core Data names in a constant of its own.
    case fetchRequest = 50
  }

  /// The syntax tree.
  package let node: ExpressionNode

  /// An expression that carries a tree.
  package init(node: ExpressionNode) {
    self.node = node
    super.init()
  }

  /// An expression put together from others, which must not grow too deep (``TreeDepth``).
  private convenience init(joining node: ExpressionNode) { self.init(node: node.bounded) }

  /// Reads an expression from a format string. Traps when it is malformed or a predicate.
  public convenience init(format expressionFormat: String, _ args: Any?...) {
    self.init(node: FormatTrap.expression(expressionFormat, args))
  }

  /// Reads an expression from a format string with an array of arguments.
  public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self.init(node: FormatTrap.expression(expressionFormat, arguments))
  }

  /// A constant; nil is one.
  public convenience init(forConstantValue obj: Any?) {
    self.init(node: .constant(OperandValue.flattened(obj)))
  }

  /// A variable, named without the dollar sign.
  public convenience init(forVariable string: String) { self.init(node: .variable(string)) }

  /// A dotted key path. Traps when it is not one.
  public convenience init(forKeyPath keyPath: String) {
    guard let node = FormatArguments.keyPath(keyPath) else {
      preconditionFailure("\"\(keyPath)\" is not a key path.")
    }
    self.init(node: node)
  }

  /// The key path of a property. Traps when the root class cannot tell the property's name.
  public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    guard let name = TypedKeyPath.propertyName(keyPath) else {
      preconditionFailure(
        "The name of \(keyPath) is not known; write NSExpression(forKeyPath: \"name\").")
    }
    self.init(forKeyPath: name)
  }

  /// A predefined function by its selector. Traps for an unknown function.
  public convenience init(forFunction name: String, arguments parameters: [Any]) {
    guard let node = ExpressionNode.calling(name, parameters.map(Self.node)) else {
      preconditionFailure(
        "There is no predefined function \(name) with \(parameters.count) arguments.")
    }
    self.init(joining: node)
  }

  /// A call of a function by selector on the value of a target. Of the parts of an expression the
  /// same expression is made again.
  public convenience init(
    forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?
  ) {
    let arguments = (parameters ?? []).map(Self.node)
    self.init(joining: .calling(name, on: target.node, with: arguments))
  }

  /// A collection of expressions.
  public convenience init(forAggregate subexpressions: [Any]) {
    self.init(joining: .aggregate(subexpressions.map(Self.node)))
  }

  /// The union of two collections.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(joining: .setOperation(.union, left.node, right.node))
  }

  /// The elements that two collections share.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(joining: .setOperation(.intersect, left.node, right.node))
  }

  /// The elements of the left collection that the right one lacks.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(joining: .setOperation(.minus, left.node, right.node))
  }

  /// The elements of a collection that satisfy a predicate, in which the variable stands for one.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String,
    predicate: NSPredicate
  ) {
    self.init(
      joining: .subquery(expression.node, variable: variable, PredicateNode(predicate)))
  }

  /// One of two expressions, as a predicate decides.
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression,
    falseExpression: NSExpression
  ) {
    self.init(
      joining: .conditional(PredicateNode(predicate), trueExpression.node, falseExpression.node))
  }

  /// The result of a closure for the evaluated object, the values of the arguments and the context.
  public convenience init(
    block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
  ) {
    self.init(joining: .block(BlockExpression(block, arguments: (arguments ?? []).map(\.node))))
  }

  /// `SELF`.
  open class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(node: .evaluatedObject)
  }

  /// Any key of the evaluated object.
  open class func expressionForAnyKey() -> NSExpression { NSExpression(node: .anyKey) }

  private static func node(_ value: Any) -> ExpressionNode {
    (value as? NSExpression)?.node ?? .constant(OperandValue.flattened(value))
  }

  /// The kind.
  open var expressionType: ExpressionType { Self.kind(of: node) }
  /// The value of a constant, numbers and truth values as `NSNumber`; a misuse for other kinds.
  open var constantValue: Any? { Self.require(constantPart, named: "constantValue", of: self) }
  /// The dotted path of a key path; a misuse for other kinds.
  open var keyPath: String { Self.require(keyPathPart, named: "keyPath", of: self) }
  /// The selector of a function; a misuse for other kinds.
  open var function: String { Self.require(functionPart, named: "function", of: self) }
  /// The name of a variable, or of a subquery's, without the dollar sign; a misuse for other kinds.
  open var variable: String { Self.require(variablePart, named: "variable", of: self) }
  /// The target that a function is called on; a misuse for other kinds.
  open var operand: NSExpression { Self.require(operandPart, named: "operand", of: self) }
  /// The arguments of a function or a block; a misuse for other kinds.
  open var arguments: [NSExpression]? { Self.require(argumentParts, named: "arguments", of: self) }
  /// The elements of an aggregate, or the collection of a subquery; a misuse for other kinds.
  open var collection: Any { Self.require(collectionPart, named: "collection", of: self) }
  /// The predicate of a subquery or a condition; a misuse for other kinds.
  open var predicate: NSPredicate { Self.require(predicatePart, named: "predicate", of: self) }
  /// The left side of a set operation; a misuse for other kinds.
  open var left: NSExpression { Self.require(sides?.left, named: "left", of: self) }
  /// The right side of a set operation; a misuse for other kinds.
  open var right: NSExpression { Self.require(sides?.right, named: "right", of: self) }
  /// The value of a condition that holds; a misuse for other kinds.
  open var `true`: NSExpression { Self.require(branches?.affirmative, named: "true", of: self) }
  /// The value of a condition that does not hold; a misuse for other kinds.
  open var `false`: NSExpression { Self.require(branches?.negative, named: "false", of: self) }
  /// The closure of a block expression; a misuse for other kinds.
  open var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
    Self.require(blockPart, named: "expressionBlock", of: self)
  }

  /// Returns the value for an object. Numbers come as `NSNumber`. Traps where there is no value, as
  /// for arithmetic with nil.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    do throws(EvaluationError) {
      return try value(with: object, context: context)
    } catch {
      preconditionFailure("\(error) Expression: \(description)")
    }
  }

  /// The expression in the format language.
  open override var description: String { FormatPrinter.text(node) }
  /// Returns the expression itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Returns the expression itself, which never changes.
  open override func copy() -> Any { self }
  /// Returns true if the other expression has the same structure and equal constants.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSExpression).map { $0.node == node } ?? false
  }
  /// Equal for equal expressions.
  open override var hash: Int { description.hashValue }
}
