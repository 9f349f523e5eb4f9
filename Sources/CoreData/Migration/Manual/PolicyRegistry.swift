// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The classes of migration policies by name. Any thread.
enum PolicyRegistry {
  private static let classes = OrderedMutex<[String: NSEntityMigrationPolicy.Type]>([:], .leaf)

  static func register(_ types: [NSEntityMigrationPolicy.Type]) {
    classes.withLock { classes in
      for type in types {
        let qualified = String(reflecting: type)
        classes[qualified] = type
        classes[ClassRegistry.bareName(qualified)] = type
      }
    }
  }

  /// Returns the class of a name: a registered one or one of the program's, of the module that the
  /// name begins with or, since modules are called otherwise on other platforms, of any.
  static func type(named name: String) -> NSEntityMigrationPolicy.Type? {
    let bare = ClassRegistry.bareName(name)
    if let known = classes.withLock({ $0[name] ?? $0[bare] }) { return known }
    if ["NSEntityMigrationPolicy", "CoreData.NSEntityMigrationPolicy"].contains(name) {
      return NSEntityMigrationPolicy.self
    }
    for candidate in [name] + ClassRegistry.candidates(for: bare) {
      if let type = NSClassFromString(candidate) as? NSEntityMigrationPolicy.Type { return type }
    }
    return nil
  }
}
