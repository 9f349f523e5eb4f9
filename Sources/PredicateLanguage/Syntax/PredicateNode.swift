// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The syntax tree of a predicate. Immutable.
package indirect enum PredicateNode {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  /// All of them; true when there are none.
  case and([PredicateNode])
  /// At least one of them; false when there are none.
  case or([PredicateNode])
  case not(PredicateNode)
  case comparison(ComparisonNode)
  /// A predicate whose inside cannot be seen: a block, or a subclass of the application.
  case opaque(NSPredicate)
}

extension PredicateNode {
  /// The tree of any predicate. Cost: O(compounds built by the application).
  package init(_ predicate: NSPredicate) {
    switch predicate {
    case let carrier as any SyntaxCarrying: self = carrier.node
    case let compound as NSCompoundPredicate: self.init(compound: compound)
    default: self.init(plain: predicate)
    }
  }

  private init(compound: NSCompoundPredicate) {
    let children = compound.subpredicates.map { PredicateNode($0) }
    switch compound.compoundPredicateType {
    case .and: self = .and(children)
    case .or: self = .or(children)
    case .not: self = .not(children.first ?? .constant(true))
    }
  }

  // Foundation hides which of its two initialisers made a predicate, except in its text.
  private init(plain predicate: NSPredicate) {
    guard type(of: predicate) == NSPredicate.self else {
      self = .opaque(predicate)
      return
    }
    switch predicate.foundationFormat {
    case "TRUEPREDICATE": self = .constant(true)
    case "FALSEPREDICATE": self = .constant(false)
    default: self = .opaque(predicate)
    }
  }

  /// A predicate that carries this tree, of the class that Apple's parser would return.
  package func makePredicate() -> NSPredicate {
    switch self {
    case .constant(let value): FormattedPredicate(value: value)
    case .and(let children): FormattedCompoundPredicate(.and, children)
    case .or(let children): FormattedCompoundPredicate(.or, children)
    case .not(let child): FormattedCompoundPredicate(.not, [child])
    case .comparison(let comparison): NSComparisonPredicate(node: comparison)
    case .opaque(let predicate): predicate
    }
  }
}
