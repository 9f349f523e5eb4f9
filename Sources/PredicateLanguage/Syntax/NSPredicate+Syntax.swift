// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

extension NSPredicate {
  /// The syntax tree that a predicate of this module carries; nil for any other.
  ///
  /// Asked class by class: a cast to a protocol looks through the conformances of all libraries, once for
  /// each class.
  var carriedNode: PredicateNode? {
    if let comparison = self as? NSComparisonPredicate { return comparison.node }
    if let compound = self as? FormattedCompoundPredicate { return compound.node }
    return (self as? FormattedPredicate)?.node
  }
}

/// Reads `predicateFormat` through a requirement, because Foundation deprecates the property.
private protocol FormatProviding {
  var predicateFormat: String { get }
}

extension NSPredicate: FormatProviding {}

extension NSPredicate {
  /// The text that `predicateFormat` returns for this object, right or not.
  package var foundationFormat: String {
    func read(_ provider: some FormatProviding) -> String { provider.predicateFormat }
    return read(self)
  }
}
