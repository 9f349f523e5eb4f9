// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A predicate class of this module, which carries its syntax tree.
package protocol SyntaxCarrying: NSPredicate {
  /// The tree.
  var node: PredicateNode { get }
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
