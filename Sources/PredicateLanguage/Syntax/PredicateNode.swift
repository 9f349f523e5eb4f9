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
  /// The tree of any predicate; `excessive` where compounds that the application built are nested
  /// too deeply. Cost: O(these compounds).
  package init(_ predicate: NSPredicate) {
    self =
      Self.converted(predicate, levels: TreeDepth.limit, isFlat: false)
      ?? Self.converted(predicate, levels: TreeDepth.limit, isFlat: true) ?? .excessive
  }

  /// - Parameters:
  ///   - levels: how deep compounds may be nested; nil where they are deeper.
  ///   - isFlat: whether a conjunction in a conjunction becomes a part of it, as programs nest them
  ///     that add one condition after another. The meaning is the same, the text is not.
  private static func converted(
    _ predicate: NSPredicate, levels: Int, isFlat: Bool
  ) -> PredicateNode? {
    if let node = predicate.carriedNode { return node }
    guard let compound = predicate as? NSCompoundPredicate else {
      return PredicateNode(plain: predicate)
    }
    guard levels > 0 else { return nil }
    var children: [PredicateNode] = []
    for part in isFlat ? flattened(compound) : compound.subpredicates {
      guard let child = converted(part, levels: levels - 1, isFlat: isFlat) else { return nil }
      children.append(child)
    }
    return switch compound.compoundPredicateType {
    case .and: .and(children)
    case .or: .or(children)
    case .not: .not(children.first ?? .constant(true))
    }
  }

  /// Returns the parts of a compound and of all compounds of its kind within it, in order.
  private static func flattened(_ compound: NSCompoundPredicate) -> [NSPredicate] {
    let type = compound.compoundPredicateType
    guard type != .not else { return compound.subpredicates }
    var parts: [NSPredicate] = []
    var rest = Array(compound.subpredicates.reversed())
    while let part = rest.popLast() {
      if let inner = part as? NSCompoundPredicate, part.carriedNode == nil,
        inner.compoundPredicateType == type
      {
        rest += inner.subpredicates.reversed()
      } else {
        parts.append(part)
      }
    }
    return parts
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

  /// Returns a predicate that carries this tree, of the class that Apple's parser would return.
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
