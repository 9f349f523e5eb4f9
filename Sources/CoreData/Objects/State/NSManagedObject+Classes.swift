// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Synchronization

/// Registration of classes and key paths by generated code: additions of ours.
extension NSManagedObject {
  /// Makes classes known under the names that models give to them.
  public static func registerClasses(_ classes: [String: NSManagedObject.Type]) {
    for (name, type) in classes { ClassRegistry.register(type, as: [name]) }
  }

  /// Keeps registrations for when a class or a key path is first looked for; generated code calls
  /// it while the program is loaded. Any thread.
  public static func registerLater(_ registration: @escaping @Sendable () -> Void) {
    PendingRegistrations.add(registration)
  }

  /// Makes the property names of key paths known, which Swift cannot tell of computed properties.
  public static func registerKeyPaths(_ names: [AnyKeyPath: String]) {
    KeyPathRegistry.register(names)
  }

  /// The same, with key paths that are made when a name is first looked for: making hundreds takes
  /// longer than opening a store. Any thread.
  public static func registerKeyPaths(_ names: @escaping @Sendable () -> [AnyKeyPath: String]) {
    KeyPathRegistry.registerLater(names)
  }
}

/// The property names of key paths, process-wide.
enum KeyPathRegistry {
  private struct Names: @unchecked Sendable {
    // Sendable: lives within the mutex; key paths are immutable.
    var names: [AnyKeyPath: String] = [:]
    var pending: [@Sendable () -> [AnyKeyPath: String]] = []
  }

  private static let table = Mutex(Names())

  static func register(_ names: [AnyKeyPath: String]) {
    let added = Names(names: names)
    table.withLock { $0.names.merge(added.names) { $1 } }
  }

  static func registerLater(_ names: @escaping @Sendable () -> [AnyKeyPath: String]) {
    table.withLock { $0.pending.append(names) }
  }

  /// Makes what is pending, under the lock: whoever looks for a name meanwhile waits for it.
  private static func makePending() {
    table.withLock { table in
      for names in table.pending { table.names.merge(names()) { $1 } }
      table.pending = []
    }
  }

  static func name(of keyPath: AnyKeyPath) -> String? {
    PendingRegistrations.run()
    makePending()
    let wanted = Transferable(keyPath)
    return table.withLock { $0.names[wanted.value] }
  }
}

extension NSManagedObject: KeyPathNaming {
  package static func propertyName(of keyPath: AnyKeyPath) -> String? {
    KeyPathRegistry.name(of: keyPath)
  }
}
