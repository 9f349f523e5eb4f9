// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateNode {
  /// Returns true if an object is a predicate of the same structure with equal constants.
  package func isEqual(toPredicate object: Any?) -> Bool {
    guard let predicate = object as? NSPredicate else { return false }
    return self == PredicateNode(predicate)
  }
}

extension PredicateNode: Equatable {
  package static func == (left: PredicateNode, right: PredicateNode) -> Bool {
    switch (left, right) {
    case (.constant(let left), .constant(let right)): left == right
    case (.and(let left), .and(let right)), (.or(let left), .or(let right)): left == right
    case (.not(let left), .not(let right)): left == right
    case (.comparison(let left), .comparison(let right)): left == right
    case (.opaque(let left), .opaque(let right)): left === right
    default: false
    }
  }
}

extension ComparisonNode: Equatable {
  package static func == (left: ComparisonNode, right: ComparisonNode) -> Bool {
    left.operation == right.operation && left.modifier == right.modifier
      && left.options == right.options && left.left == right.left && left.right == right.right
  }
}
