// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension PredicateOperator {
  /// The operator of the syntax tree. Traps for `customSelector`, which Swift cannot call.
  init(_ type: NSComparisonPredicate.Operator) {
    switch type {
    case .lessThan: self = .lessThan
    case .lessThanOrEqualTo: self = .lessThanOrEqual
    case .greaterThan: self = .greaterThan
    case .greaterThanOrEqualTo: self = .greaterThanOrEqual
    case .equalTo: self = .equal
    case .notEqualTo: self = .notEqual
    case .matches: self = .matches
    case .like: self = .like
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .in: self = .in
    case .contains: self = .contains
    case .between: self = .between
    case .customSelector:
      preconditionFailure("A comparison by selector is not possible here; use a block predicate.")
    }
  }
}

extension NSComparisonPredicate.Operator {
  /// The public name of an operator.
  init(_ operation: PredicateOperator) {
    switch operation {
    case .lessThan: self = .lessThan
    case .lessThanOrEqual: self = .lessThanOrEqualTo
    case .greaterThan: self = .greaterThan
    case .greaterThanOrEqual: self = .greaterThanOrEqualTo
    case .equal: self = .equalTo
    case .notEqual: self = .notEqualTo
    case .matches: self = .matches
    case .like: self = .like
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .in: self = .in
    case .contains: self = .contains
    case .between: self = .between
    }
  }
}

extension ComparisonModifier {
  /// The modifier of the syntax tree.
  init(_ modifier: NSComparisonPredicate.Modifier) {
    switch modifier {
    case .direct: self = .direct
    case .all: self = .all
    case .any: self = .any
    }
  }
}

extension NSComparisonPredicate.Modifier {
  /// The public name of a modifier.
  init(_ modifier: ComparisonModifier) {
    switch modifier {
    case .direct: self = .direct
    case .all: self = .all
    case .any: self = .any
    }
  }
}
