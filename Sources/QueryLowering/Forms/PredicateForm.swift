// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// A predicate as far as its translation depends on it: its tree, and of its constants the kind.
///
/// Only predicates have a form that compare key paths with constants of the usual types: of others the
/// translation may depend on more.
// Sendable: what is kept beyond a call has marks for constants, which nobody changes.
struct PredicateForm: Equatable, @unchecked Sendable {
  private let node: PredicateNode
  private let kinds: [ConstantKind]

  /// - Parameter kinds: those of the constants of the tree, in their order.
  init(_ node: PredicateNode, _ kinds: [ConstantKind]) {
    self.node = node
    self.kinds = kinds
  }

  static func == (a: PredicateForm, b: PredicateForm) -> Bool {
    a.kinds == b.kinds && areAlike(a.node, b.node)
  }

  /// A hash that forms that are equal share.
  var hash: Int {
    var hasher = Hasher()
    hasher.combine(kinds)
    PredicateForm.hash(node, into: &hasher)
    return hasher.finalize()
  }

  private static func hash(_ node: PredicateNode, into hasher: inout Hasher) {
    switch node {
    case .constant, .opaque: break
    case .and(let children), .or(let children):
      hasher.combine(children.count)
      for child in children { hash(child, into: &hasher) }
    case .not(let child): hash(child, into: &hasher)
    case .comparison(let comparison):
      hasher.combine(comparison.operation)
      if case .keyPath(let path) = comparison.left { hasher.combine(path) }
    }
  }

  // MARK: - Equality

  private static func areAlike(_ a: PredicateNode, _ b: PredicateNode) -> Bool {
    switch (a, b) {
    case (.constant(let a), .constant(let b)): a == b
    case (.and(let a), .and(let b)), (.or(let a), .or(let b)):
      a.count == b.count && zip(a, b).allSatisfy(areAlike)
    case (.not(let a), .not(let b)): areAlike(a, b)
    case (.comparison(let a), .comparison(let b)):
      a.operation == b.operation && a.modifier == b.modifier && a.options == b.options
        && areAlike(a.left, b.left) && areAlike(a.right, b.right)
    default: false
    }
  }

  private static func areAlike(_ a: ExpressionNode, _ b: ExpressionNode) -> Bool {
    switch (a, b) {
    case (.constant, .constant), (.evaluatedObject, .evaluatedObject): true
    case (.keyPath(let a), .keyPath(let b)): a == b
    case (.aggregate(let a), .aggregate(let b)):
      a.count == b.count && zip(a, b).allSatisfy(areAlike)
    default: false
    }
  }
}

extension PredicateNode {
  /// Calls `body` with each constant, in the order in which they stand. False for a predicate without a
  /// form, see ``PredicateForm``.
  func forEachConstant(_ body: (Any?) -> Void) -> Bool {
    switch self {
    case .constant: true
    case .and(let children), .or(let children): children.allSatisfy { $0.forEachConstant(body) }
    case .not(let child): child.forEachConstant(body)
    case .comparison(let node):
      node.left.forEachConstant(body) && node.right.forEachConstant(body)
    case .opaque: false
    }
  }

  /// Returns the predicate, which must have a form, with other constants.
  func replacingConstants(_ next: () -> Any?) -> PredicateNode {
    switch self {
    case .constant, .opaque: self
    case .and(let children): .and(children.map { $0.replacingConstants(next) })
    case .or(let children): .or(children.map { $0.replacingConstants(next) })
    case .not(let child): .not(child.replacingConstants(next))
    case .comparison(let node):
      .comparison(
        ComparisonNode(
          left: node.left.replacingConstants(next), operation: node.operation,
          right: node.right.replacingConstants(next), modifier: node.modifier,
          options: node.options))
    }
  }
}

extension ExpressionNode {
  fileprivate func forEachConstant(_ body: (Any?) -> Void) -> Bool {
    switch self {
    case .constant(let constant):
      body(constant)
      return true
    case .evaluatedObject: return true
    // Operators on collections compare numbers of members with numbers of a meaning of their own.
    case .keyPath(let path): return !path.contains { $0.utf8.first == UInt8(ascii: "@") }
    case .aggregate(let elements):
      // Longer lists are worth less than what is looked up for them.
      return elements.count <= 2
        && elements.allSatisfy { element in
          if case .constant = element { element.forEachConstant(body) } else { false }
        }
    default: return false
    }
  }

  fileprivate func replacingConstants(_ next: () -> Any?) -> ExpressionNode {
    switch self {
    case .constant: .constant(next())
    case .aggregate(let elements): .aggregate(elements.map { $0.replacingConstants(next) })
    default: self
    }
  }
}
