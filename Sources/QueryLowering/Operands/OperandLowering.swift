// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Translates expressions that yield values. Throws `Untranslatable` where objects are needed.
struct OperandLowering {
  let lowering: PredicateLowering
  let scope: LoweringScope

  private var constants: ConstantLowering { lowering.constants }

  /// The operand of an expression; a constant becomes a value of the type.
  func operand(
    _ expression: ExpressionNode, like other: LoweredOperand? = nil
  ) throws -> LoweredOperand {
    if case .constant(let constant) = expression {
      let value = try constants.value(constant, for: other?.type, of: other?.property)
      return LoweredOperand(operand: .value(value), type: other?.type ?? Self.type(of: value))
    }
    if let path = try scope.path(of: expression) { return try operand(path: path) }
    switch expression {
    case .path(.subquery(let collection, let variable, let condition), let path):
      return try subquery(over: collection, variable: variable, where: condition, path: path)
    case .function(let function, let arguments): return try call(function, arguments)
    case .conditional(let test, let first, let second):
      return try conditional(test, then: first, else: second)
    default: throw Untranslatable()
    }
  }

  // MARK: - Paths

  private func operand(path: [String]) throws -> LoweredOperand {
    switch try lowering.resolver.resolve(path, from: scope.entity) {
    case .attribute(let column, let type, let property):
      return LoweredOperand(operand: .column(column), type: type, property: property)
    case .computed(let function, let column, let type):
      return LoweredOperand(operand: .function(function, [.column(column)]), type: type)
    case .toMany(let toMany, let destination, let rest):
      return try aggregate(over: toMany, destination: destination, rest: rest, path: path)
    case .object, .entity, .entityName: throw Untranslatable()
    }
  }

  private func aggregate(
    over toMany: ToManyPath, destination: any NamedEntity, rest: [String], path: [String]
  ) throws -> LoweredOperand {
    guard let place = rest.firstIndex(where: { $0.hasPrefix("@") }) else {
      throw LoweringError.toManyNotAllowed(path, entity: scope.entity.schema.name)
    }
    if rest == ["@count"] {
      return LoweredOperand(operand: .count(toMany, where: nil), type: .integer64)
    }
    var column = rest
    let name = column.remove(at: place)
    guard let function = AggregateFunction(operatorName: name) else { throw Untranslatable() }
    return try statistic(function, over: toMany, destination: destination, path: column)
  }

  private func statistic(
    _ function: AggregateFunction, over toMany: ToManyPath, destination: any NamedEntity,
    path: [String]
  ) throws -> LoweredOperand {
    guard
      case .attribute(let column, let type, _) = try lowering.resolver.resolve(
        path, from: destination)
    else { throw Untranslatable() }
    let result: AttributeType? =
      switch function {
      case .minimum, .maximum: type
      case .sum, .average: type == .decimal ? .decimal : nil
      }
    return LoweredOperand(operand: .aggregate(function, toMany, column), type: result)
  }

  private func subquery(
    over collection: ExpressionNode, variable: String, where condition: PredicateNode,
    path: [String]
  ) throws -> LoweredOperand {
    guard path == ["@count"] else { throw Untranslatable() }
    let (toMany, filter) = try lowering.members(
      of: collection, variable: variable, where: condition, in: scope)
    return LoweredOperand(operand: .count(toMany, where: filter), type: .integer64)
  }

  // MARK: - Functions

  private func call(
    _ function: PredefinedFunction, _ arguments: [ExpressionNode]
  ) throws -> LoweredOperand {
    switch function {
    case .now:
      let now = AttributeValue.date(Date().timeIntervalSinceReferenceDate)
      return LoweredOperand(operand: .value(now), type: .date)
    case .identity where arguments.count == 1: return try operand(arguments[0])
    case .count, .sum, .minimum, .maximum, .average: return try reduce(function, arguments)
    default: break
    }
    guard let scalar = ScalarFunction(function) else { throw Untranslatable() }
    let lowered = try arguments.map { try operand($0) }
    try check(lowered, of: scalar)
    return LoweredOperand(
      operand: .function(scalar, lowered.map(\.operand)), type: scalar.resultType)
  }

  /// `sum:(items.price)` means `items.@sum.price`.
  private func reduce(
    _ function: PredefinedFunction, _ arguments: [ExpressionNode]
  ) throws -> LoweredOperand {
    guard arguments.count == 1, let path = try scope.path(of: arguments[0]),
      case .toMany(let toMany, let destination, let rest) = try lowering.resolver.resolve(
        path, from: scope.entity)
    else { throw Untranslatable() }
    if function == .count, rest.isEmpty {
      return LoweredOperand(operand: .count(toMany, where: nil), type: .integer64)
    }
    guard let statistic = AggregateFunction(function) else { throw Untranslatable() }
    return try self.statistic(statistic, over: toMany, destination: destination, path: rest)
  }

  /// Functions of strings take strings only, those of numbers numbers; anything else is left to
  /// the evaluation on objects, which knows what to say about it.
  private func check(_ arguments: [LoweredOperand], of function: ScalarFunction) throws {
    let needsText = function.takesText
    let suits = arguments.allSatisfy { argument in
      needsText ? argument.isText : argument.type == nil || argument.type?.isNumeric == true
    }
    if !suits { throw Untranslatable() }
  }

  private func conditional(
    _ test: PredicateNode, then first: ExpressionNode, else second: ExpressionNode
  ) throws -> LoweredOperand {
    let filter = try lowering.exactFilter(test, scope)
    // Each branch is translated once: twice would double the work with every level of nesting.
    let firstBranch = isConstant(first) ? nil : try operand(first)
    let secondBranch = isConstant(second) ? nil : try operand(second)
    let lowered = (
      try firstBranch ?? operand(first, like: secondBranch),
      try secondBranch ?? operand(second, like: firstBranch)
    )
    return LoweredOperand(
      operand: .conditional(filter, lowered.0.operand, lowered.1.operand),
      type: (firstBranch ?? secondBranch ?? lowered.0).type)
  }

  private func isConstant(_ expression: ExpressionNode) -> Bool {
    if case .constant = expression { true } else { false }
  }

  private static func type(of value: AttributeValue) -> AttributeType? {
    switch value {
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .binaryData
    case .decimal: .decimal
    case .integer, .double, .null, .reference: nil
    }
  }
}

/// One side of a comparison, translated, with what the other side's constants are coerced to.
struct LoweredOperand {
  let operand: Operand
  /// The type of the values; `nil` for numbers in general.
  let type: AttributeType?
  /// The attribute, when it is one.
  var property: PropertyNumber?

  /// True if string operators apply.
  var isText: Bool { type == .string || type == .uri }
}
