// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage

extension ExpressionNode {
  /// The expression as one constant when nothing in it depends on an object; else as it is.
  ///
  /// An expression that fails, as a cast of garbage, stays as it is, so that the evaluation on
  /// objects reports it.
  var folded: ExpressionNode {
    if case .constant = self { return self }
    // A failure is reported by the evaluation on objects.
    guard isIndependent, let value = try? PredicateEvaluator.value(of: self, with: nil) else {
      return self
    }
    return .constant(value)
  }

  private var isIndependent: Bool {
    switch self {
    case .constant: true
    case .function(.random, _), .function(.randomBelow, _): false
    case .function(_, let arguments), .aggregate(let arguments):
      arguments.allSatisfy(\.isIndependent)
    case .call(let target, _, let arguments):
      target.isIndependent && arguments.allSatisfy(\.isIndependent)
    case .setOperation(_, let left, let right): left.isIndependent && right.isIndependent
    case .cast(let value, _): value.isIndependent
    case .path(let base, _): base.isIndependent
    default: false
    }
  }
}

extension ComparisonNode {
  /// The comparison with constant sides folded.
  var folded: ComparisonNode {
    ComparisonNode(
      left: left.folded, operation: operation, right: right.folded, modifier: modifier,
      options: options)
  }
}
