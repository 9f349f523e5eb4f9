// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// How a property of new objects gets its value in a migration.
///
/// Not to be used on several threads at once.
open class NSPropertyMapping: NSObject {
  /// The name of the property of the destination entity; nil, the default, for none.
  open var name: String?

  /// The expression whose value the property gets. It sees the variables of a migration, as `$source`
  /// and `$manager` (R-PSC-579). Nil, the default: the property is left as it is.
  open var valueExpression: NSExpression?

  /// Whatever a migration policy wants to know; nil by default.
  open var userInfo: [AnyHashable: Any]?

  public override init() { super.init() }

  /// Returns true if the other says the same of a property of the same name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyMapping else { return false }
    return name == other.name && valueExpression == other.valueExpression
      && ContentEquality.equal(userInfo, other.userInfo)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }
}
