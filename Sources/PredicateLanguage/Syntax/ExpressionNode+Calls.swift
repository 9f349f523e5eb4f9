// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The target of predefined functions: the operand of an expression that is one of them.
struct PredefinedFunctions: Hashable, CustomStringConvertible {
  /// The name of Apple's class.
  var description: String { "_NSPredicateUtilities" }
}

/// An index that is a word, as an argument of `objectFrom:withIndex:`; a text would be a key.
enum IndexSymbol: String, CustomStringConvertible {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  var description: String { rawValue }

  /// The content of the subscript's brackets.
  fileprivate var index: ExpressionNode.IndexNode {
    switch self {
    case .first: .first
    case .last: .last
    case .size: .size
    }
  }
}

extension ExpressionNode {
  /// The selectors whose argument, if it is a key path, is followed from the target (R-PRED-235).
  private static let keyPathSelectors = ["valueForKey:", "valueForKeyPath:"]

  /// A call by selector on a target: a predefined function or a path where the parts are those of
  /// one.
  static func calling(
    _ selector: String, on target: ExpressionNode, with arguments: [ExpressionNode]
  ) -> ExpressionNode {
    if case .constant(let value?) = target, value is PredefinedFunctions {
      return calling(selector, arguments) ?? .call(target, selector: selector, arguments)
    }
    if keyPathSelectors.contains(selector), arguments.count == 1,
      case .keyPath(let components) = arguments[0]
    {
      return target.appending(components)
    }
    return .call(target, selector: selector, arguments)
  }

  /// A call of a predefined function by name; nil for an unknown one or wrong arguments.
  package static func calling(_ name: String, _ arguments: [ExpressionNode]) -> ExpressionNode? {
    switch name {
    case "castObject:toType:": return cast(arguments)
    case "objectFrom:withIndex:": return index(arguments)
    case "valueForKeyPath:": return valueForKeyPath(arguments)
    case "random" where arguments.count == 1: return .function(.randomBelow, arguments)
    default: break
    }
    guard let function = PredefinedFunction(spelling: name) else { return nil }
    if function.isStatistic, arguments.count > 1 {
      return .function(function, [.aggregate(arguments)])
    }
    return arguments.count == function.arity ? .function(function, arguments) : nil
  }

  /// Returns a cast; a constant number becomes its date at once, so that printed dates read back.
  package static func casting(_ node: ExpressionNode, to name: String) -> ExpressionNode {
    if name == "NSDate", case .constant(let value) = node,
      case .number(let number) = OperandValue(value)
    {
      return .constant(Date(timeIntervalSinceReferenceDate: number.double))
    }
    return .cast(node, to: name)
  }

  private static func cast(_ arguments: [ExpressionNode]) -> ExpressionNode? {
    guard arguments.count == 2, case .constant(let value) = arguments[1],
      let name = value as? String
    else { return nil }
    return casting(arguments[0], to: name)
  }

  private static func index(_ arguments: [ExpressionNode]) -> ExpressionNode? {
    guard arguments.count == 2 else { return nil }
    if case .constant(let value?) = arguments[1], let symbol = value as? IndexSymbol {
      return .index(arguments[0], symbol.index)
    }
    return .index(arguments[0], .expression(arguments[1]))
  }

  private static func valueForKeyPath(_ arguments: [ExpressionNode]) -> ExpressionNode? {
    guard arguments.count == 2 else { return nil }
    switch arguments[1] {
    case .keyPath(let components): return arguments[0].appending(components)
    case .constant(let value):
      guard let text = value as? String else { return nil }
      return arguments[0].appending(text.split(separator: ".").map(String.init))
    default: return nil
    }
  }
}
