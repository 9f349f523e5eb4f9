// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ExpressionNode: Equatable {
  /// Returns true if the structure is the same and the constants are equal.
  package static func == (left: ExpressionNode, right: ExpressionNode) -> Bool {
    switch (left, right) {
    case (.constant(let left), .constant(let right)): OperandComparison.areEqual(left, right)
    case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): true
    case (.variable(let left), .variable(let right)): left == right
    case (.keyPath(let left), .keyPath(let right)): left == right
    case (.aggregate(let left), .aggregate(let right)): left == right
    case (.block(let left), .block(let right)): left.identity === right.identity
    case (.index(let left, let one), .index(let right, let other)): left == right && one == other
    default: areEqualCalls(left, right)
    }
  }

  private static func areEqualCalls(_ left: ExpressionNode, _ right: ExpressionNode) -> Bool {
    switch (left, right) {
    case (.path(let left, let one), .path(let right, let other)): left == right && one == other
    case (.function(let left, let one), .function(let right, let other)):
      left == right && one == other
    case (.call(let left, let one, let some), .call(let right, let other, let others)):
      left == right && one == other && some == others
    case (.setOperation(let left, let a, let b), .setOperation(let right, let c, let d)):
      left == right && a == c && b == d
    case (.cast(let left, let one), .cast(let right, let other)): left == right && one == other
    case (.assignment(let left, let one), .assignment(let right, let other)):
      left == right && one == other
    default: areEqualQueries(left, right)
    }
  }

  private static func areEqualQueries(_ left: ExpressionNode, _ right: ExpressionNode) -> Bool {
    switch (left, right) {
    case (.subquery(let left, let one, let test), .subquery(let right, let other, let check)):
      left == right && one == other && test == check
    case (.conditional(let left, let a, let b), .conditional(let right, let c, let d)):
      left == right && a == c && b == d
    case (.fetch(let left, let one, let count), .fetch(let right, let other, let counts)):
      left == right && one == other && count == counts
    default: false
    }
  }
}

extension ExpressionNode.IndexNode: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.first, .first), (.last, .last), (.size, .size): true
    case (.expression(let left), .expression(let right)): left == right
    default: false
    }
  }
}
