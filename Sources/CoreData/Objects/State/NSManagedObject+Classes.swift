// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface
import Synchronization

/// Registration of classes and key paths by generated code: additions of ours.
extension NSManagedObject {
  /// Makes classes known under the names that models give to them.
  public static func registerClasses(_ classes: [String: NSManagedObject.Type]) {
    for (name, type) in classes { ClassRegistry.register(type, as: [name]) }
  }

  /// Keeps registrations for when a class or a key path is first looked for; generated code calls
  /// it while the program is loaded. Any thread; threads that look at once call it more than once.
  public static func registerLater(_ registration: @escaping @Sendable () -> Void) {
    PendingRegistrations.add(registration)
  }

  /// Makes the property names of key paths known, which Swift cannot tell of computed properties.
  public static func registerKeyPaths(_ names: [AnyKeyPath: String]) {
    KeyPathRegistry.register(names)
  }

  /// The same, with key paths that are made when a name is first looked for: making hundreds takes
  /// longer than opening a store. Any thread; threads that look at once call it more than once.
  public static func registerKeyPaths(_ names: @escaping @Sendable () -> [AnyKeyPath: String]) {
    KeyPathRegistry.registerLater(names)
  }
}

/// Returns the name of a class as entities have it in `managedObjectClassName`: `Person` if a model that has
/// been made names it so, as of a class that is `@objc(Person)` on Apple's platforms; else Foundation's,
/// `Module.Person`. Foundation's own function does not know managed objects here. Any thread.
///
/// Source: R-MOD-042.
public func NSStringFromClass(_ type: NSManagedObject.Type) -> String {
  ClassRegistry.modelName(of: type)
}

/// Returns the class of a name that may be an entity's `managedObjectClassName`: the class of managed objects
/// that a model means by it, else the one that Foundation finds; `nil` without a name or class. Any thread.
///
/// Source: R-MOD-042.
public func NSClassFromString(_ name: String?) -> AnyClass? {
  guard let name else { return nil }
  return ClassRegistry.type(named: name) ?? Foundation.NSClassFromString(name)
}

/// The property names of key paths, process-wide.
enum KeyPathRegistry {
  private struct Names: @unchecked Sendable {
    // Sendable: lives within the mutex; key paths are immutable.
    var names: [AnyKeyPath: String] = [:]
    var pending: [Int: Pending] = [:]
    var lastPending = 0
  }

  /// In a structure: a dictionary of functions would look key paths up in the conformances of all
  /// libraries while the program is loaded.
  private struct Pending {
    let make: @Sendable () -> [AnyKeyPath: String]
  }

  private static let table = OrderedMutex(Names(), .leaf)

  static func register(_ names: [AnyKeyPath: String]) {
    let added = Names(names: names)
    table.withLock { $0.names.merge(added.names) { $1 } }
  }

  static func registerLater(_ names: @escaping @Sendable () -> [AnyKeyPath: String]) {
    table.withLock { table in
      table.lastPending += 1
      table.pending[table.lastPending] = Pending(make: names)
    }
  }

  /// Makes what is pending, without the lock, since generated code runs. Threads that look for a
  /// name at the same time make it too: whoever returns finds all names.
  private static func makePending() {
    let pending = table.withLock { $0.pending }
    if !pending.isEmpty { HeldLocks.requireNone() }
    for (number, names) in pending.sorted(by: { $0.key < $1.key }) {
      let made = Names(names: names.make())
      table.withLock { table in
        table.names.merge(made.names) { $1 }
        table.pending[number] = nil
      }
    }
  }

  static func name(of keyPath: AnyKeyPath) -> String? {
    PendingRegistrations.run()
    makePending()
    let wanted = Transferable(keyPath)
    return table.withLock { $0.names[wanted.value] } ?? composedName(of: keyPath)
  }

  /// Returns the dotted name of a path over several properties, and remembers it. Cost: O(names),
  /// once for a path.
  private static func composedName(of keyPath: AnyKeyPath) -> String? {
    guard let steps = KeyPathStep.steps(of: keyPath), steps.count > 1 else { return nil }
    let known = table.withLock { Names(names: $0.names) }.names
    var names: [KeyPathStep: String] = [:]
    for (path, name) in known {
      if let single = KeyPathStep.steps(of: path), single.count == 1 { names[single[0]] = name }
    }
    let parts = steps.compactMap { names[$0] }
    guard parts.count == steps.count else { return nil }
    let name = parts.joined(separator: ".")
    register([keyPath: name])
    return name
  }
}

extension NSManagedObject: KeyPathNaming {
  package static func propertyName(of keyPath: AnyKeyPath) -> String? {
    KeyPathRegistry.name(of: keyPath) ?? builtInName(of: keyPath, Self.self)
  }

  /// Returns the name of a property that all objects have, below whatever class the path begins.
  private static func builtInName<Root: NSManagedObject>(
    of keyPath: AnyKeyPath, _ root: Root.Type
  ) -> String? {
    if keyPath == \Root.objectID { return "objectID" }
    return keyPath == \Root.entity ? "entity" : nil
  }
}

extension NSManagedObject: EntityNaming {
  package static func entityNames() -> [String]? {
    EntityLookup.family(of: self)?.compactMap(\.name)
  }
}
