// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A compound from a format string: a Foundation compound that knows its format.
final class FormattedCompoundPredicate: NSCompoundPredicate {
  let node: PredicateNode

  init(_ type: LogicalType, _ children: [PredicateNode]) {
    node =
      switch type {
      case .and: .and(children)
      case .or: .or(children)
      case .not: .not(children.first ?? .constant(true))
      }
    super.init(type: type, subpredicates: children.map { $0.makePredicate() })
  }

  override func evaluate(with object: Any?) -> Bool {
    FormatTrap.evaluate(node, with: object, variables: nil)
  }

  override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    FormatTrap.evaluate(node, with: object, variables: bindings)
  }

  override var predicateFormat: String { FormatPrinter.text(node) }
  override var description: String { FormatPrinter.text(node) }
  override func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { node.isEqual(toPredicate: object) }
  override var hash: Int { FormatPrinter.text(node).hashValue }
}
