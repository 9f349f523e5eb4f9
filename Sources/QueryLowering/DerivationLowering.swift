// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import PredicateLanguage
package import StoreInterface

/// Translates the derivation expressions of a model (R-MOD-126).
package struct DerivationLowering {
  private let lowering: PredicateLowering

  package init(_ model: any PredicateModel) {
    lowering = PredicateLowering(model, leavesUnstoredKeys: false)
  }

  /// Returns the derivation of an attribute of a type. Throws a ``DerivationError`` for an
  /// expression that no store can keep up.
  package func derivation(
    _ expression: ExpressionNode, of entity: any NamedEntity, as type: AttributeType
  ) throws(DerivationError) -> Derivation {
    if case .function(.now, _) = expression {
      guard type == .date else { throw DerivationError(reason: "now() is a date") }
      return .now
    }
    let lowered = try operand(of: expression, entity)
    guard !lowered.operand.isMomentary, let path = lowered.operand.unconditional else {
      throw .unsupported
    }
    guard lowered.suits(type) else {
      throw DerivationError(reason: "its value does not fit the attribute's type")
    }
    return .value(path)
  }

  private func operand(
    of expression: ExpressionNode, _ entity: any NamedEntity
  ) throws(DerivationError) -> LoweredOperand {
    let scope = LoweringScope(entity: entity, variable: nil)
    do {
      guard !expression.asksForTheTime else { throw DerivationError.unsupported }
      return try OperandLowering(lowering: lowering, scope: scope).operand(expression)
    } catch let error as LoweringError {
      throw DerivationError(reason: error.reason)
    } catch {
      throw .unsupported
    }
  }
}

/// Why an attribute cannot be derived.
package struct DerivationError: Error {
  /// A clause that goes on after a colon.
  package let reason: String

  static let unsupported = DerivationError(
    reason: "stores derive key paths, functions of them, statistics over a to-many relationship, "
      + "and now()")
}

extension ExpressionNode {
  /// True if `now()` is called somewhere within: it would be evaluated once and for all.
  fileprivate var asksForTheTime: Bool {
    guard case .function(let function, let arguments) = self else { return false }
    return function == .now || arguments.contains(where: \.asksForTheTime)
  }
}

extension Operand {
  /// True if it has no part that a row decides.
  fileprivate var isMomentary: Bool {
    switch self {
    case .value: true
    case .function(_, let arguments): arguments.allSatisfy(\.isMomentary)
    default: false
    }
  }

  /// The same, unless it has conditions: what those depend on is not followed.
  fileprivate var unconditional: Operand? {
    switch self {
    case .value, .column, .count(_, nil), .aggregate: self
    case .function(_, let arguments):
      arguments.allSatisfy { $0.unconditional != nil } ? self : nil
    case .count, .conditional: nil
    }
  }
}

extension LoweredOperand {
  /// Returns true if values of the operand can be those of an attribute.
  fileprivate func suits(_ wanted: AttributeType) -> Bool {
    guard let type else { return wanted.isNumeric }
    if type.isNumeric { return wanted.isNumeric }
    return type.slotKind == wanted.slotKind && (type == .date) == (wanted == .date)
  }
}
