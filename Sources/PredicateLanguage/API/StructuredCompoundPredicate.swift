// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A compound that a program made, in a class that knows what it is made of: Foundation's copies are
/// false for every object, any two of its are equal, and their text is `FALSEPREDICATE`.
final class StructuredCompoundPredicate: NSCompoundPredicate {
  private var node: PredicateNode { PredicateNode(self) }

  override var predicateFormat: String { FormatPrinter.text(node) }
  override var description: String { FormatPrinter.text(node) }
  override func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { node.isEqual(toPredicate: object) }
  override var hash: Int { FormatPrinter.text(node).hashValue }
}

extension NSPredicate {
  /// The predicate itself, or the same compound in a class that copies and compares by what it is made
  /// of. Requests keep their predicates so. Cost: O(1).
  package var structured: NSPredicate {
    guard type(of: self) == NSCompoundPredicate.self, let compound = self as? NSCompoundPredicate
    else { return self }
    return StructuredCompoundPredicate(
      type: compound.compoundPredicateType, subpredicates: compound.subpredicates)
  }

  /// Returns true if both are of the same structure with equal constants (R-PRED-012).
  ///
  /// Foundation's `isEqual(_:)` takes all compounds that are made with their initialisers for equal. This
  /// operator is chosen where both sides are known to be predicates; generic code goes by Foundation.
  public static func == (left: NSPredicate, right: NSPredicate) -> Bool {
    left === right || PredicateNode(left) == PredicateNode(right)
  }

  /// Returns true unless both are of the same structure with equal constants (R-PRED-012).
  public static func != (left: NSPredicate, right: NSPredicate) -> Bool { !(left == right) }
}

/// Returns true if both are nil, or of the same structure with equal constants (R-PRED-012).
public func == (left: NSPredicate?, right: NSPredicate?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left == right
  case (nil, nil): true
  default: false
  }
}

/// Returns true unless both are nil, or of the same structure with equal constants (R-PRED-012).
public func != (left: NSPredicate?, right: NSPredicate?) -> Bool { !(left == right) }
