// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import PredicateLanguage
package import StoreInterface

extension PredicateLowering {
  /// Translates an expression that yields a value of each object of an entity; `nil` for one that
  /// needs objects, or whose evaluation on them is to say what is the matter with it.
  package func column(
    _ expression: ExpressionNode, for entity: any NamedEntity
  ) -> LoweredColumn? {
    let scope = LoweringScope(entity: entity, variable: nil)
    // The evaluation on objects reports what is wrong.
    guard let path = try? scope.path(of: expression) else { return value(expression, scope) }
    switch try? resolver.resolve(path, from: entity) {
    case .object(let column, _): return LoweredColumn(operand: .column(column), isObject: true)
    case .attribute(let column, let type, let property):
      guard constants.model.link(property) == nil else { return nil }
      return LoweredColumn(operand: .column(column), type: type, property: property)
    case nil, .computed, .toMany, .entity, .entityName: return value(expression, scope)
    }
  }

  private func value(_ expression: ExpressionNode, _ scope: LoweringScope) -> LoweredColumn? {
    guard expression.isRepeatable else { return nil }
    let operands = OperandLowering(lowering: self, scope: scope)
    // What is wrong is left to the evaluation on objects, which reports it.
    guard let lowered = try? operands.operand(expression) else { return nil }
    return LoweredColumn(operand: lowered.operand, type: lowered.type)
  }
}

/// An expression translated for stores.
package struct LoweredColumn {
  package let operand: Operand
  /// The type of the values; `nil` for numbers in general, and for objects.
  package var type: AttributeType?
  /// The attribute, when it is one.
  package var property: PropertyNumber?
  /// True if the values are keys of objects.
  package var isObject = false
}

extension ExpressionNode {
  /// The functions whose values have one class wherever they are computed, and do not depend on when.
  private static let sameEverywhere: [PredefinedFunction] = [
    .add, .subtract, .multiply, .divide, .modulus, .length, .lowercase, .uppercase, .canonical,
    .count, .sum, .average, .minimum, .maximum,
  ]

  private var isConstantOrRepeatable: Bool {
    if case .constant = self { true } else { isRepeatable }
  }

  /// False for expressions that are constants, or that stores give other values for: the evaluation on
  /// objects has the say.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .constant: false
    case .function(let function, let arguments):
      ExpressionNode.sameEverywhere.contains(function)
        && arguments.allSatisfy(\.isConstantOrRepeatable)
    case .conditional(_, let first, let second):
      first.isConstantOrRepeatable && second.isConstantOrRepeatable
    default: true
    }
  }
}
