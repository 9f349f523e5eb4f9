// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The classes of managed objects by name, and the search for the class that a model names.
///
/// There is no Objective-C runtime that knows classes by their bare names, so generated code and
/// programs register theirs; any thread.
enum ClassRegistry {
  private struct Registered {
    var classes: [String: NSManagedObject.Type] = [:]
    var modules: [String] = []
    /// The bare names by which models name classes.
    var namedByModels: Set<String> = []
  }

  private static let registered = OrderedMutex(Registered(), .leaf)

  /// Makes classes known by their qualified and by their bare names.
  static func register(_ classes: [NSManagedObject.Type]) {
    for type in classes { register(type, as: []) }
  }

  /// Makes a class known by its qualified, its bare and further names.
  static func register(_ type: NSManagedObject.Type, as names: [String]) {
    // As `String(reflecting:)`, which asks the type for a dozen protocols first.
    let qualified = _typeName(type, qualified: true)
    let parts = qualified.split(separator: ".")
    registered.withLock { registry in
      for name in names + [qualified, bareName(qualified)] {
        registry.classes[name] = type
      }
      if parts.count > 1, let module = parts.first.map(String.init),
        !registry.modules.contains(module)
      {
        registry.modules.append(module)
      }
    }
  }

  /// Returns the class of a name: the registered one, else `Module.Class` as written, else the
  /// class in the main module, else the class in a module of registered classes; `nil` when
  /// unknown.
  static func type(named name: String) -> NSManagedObject.Type? {
    PendingRegistrations.run()
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    let known = registered.withLock { $0.classes[name] ?? $0.classes[bare] }
    if let known { return known }
    for candidate in candidates(for: bare) {
      if let type = NSClassFromString(candidate) as? NSManagedObject.Type { return type }
    }
    return nil
  }

  /// Returns the name by which the runtime knows a class; that of the model while there is none, and for
  /// classes within others, of which the runtime knows none.
  static func runtimeName(of name: String) -> String {
    guard let type = type(named: name) else { return name }
    let qualified = _typeName(type, qualified: true)
    return isTopLevel(qualified) ? qualified : name
  }

  /// Keeps in mind that a model names a class, whether there is one or not.
  static func noteModelName(_ name: String) {
    guard !name.contains("."), !name.isEmpty, name != "NSManagedObject" else { return }
    registered.withLock { _ = $0.namedByModels.insert(name) }
  }

  /// Returns the name that models give a class, the bare one where one of them does, as if the class were
  /// declared `@objc(Name)`; else the runtime's, and of a class within another or within a function, which the
  /// runtime knows by no name, the qualified one, by which it is found from then on.
  static func modelName(of type: NSManagedObject.Type) -> String {
    let qualified: AnyClass = type
    let name = _typeName(type, qualified: true)
    let bare = bareName(name)
    if registered.withLock({ $0.namedByModels.contains(bare) }), self.type(named: bare) == type {
      return bare
    }
    if isTopLevel(name) { return Foundation.NSStringFromClass(qualified) }
    registered.withLock { $0.classes[name] = type }
    return name
  }

  private static func isTopLevel(_ qualified: String) -> Bool {
    qualified.split(separator: ".").count == 2 && !qualified.contains("(")
  }

  /// Returns the qualified names that a class may have, of which a bare name is known: in the main
  /// module, or in a module of registered classes. A qualified name stays.
  static func candidates(for name: String) -> [String] {
    if name.contains(".") { return [name] }
    return (mainModules + registered.withLock { $0.modules }).map { "\($0).\(name)" }
  }

  /// Returns the last component of a qualified name.
  static func bareName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// Returns the class of an entity's objects; `NSManagedObject`, with a warning, when the name the
  /// model gives cannot be found.
  static func objectClass(named name: String, entity: String) -> NSManagedObject.Type {
    if name.isEmpty || name == "NSManagedObject" || name == "CoreData.NSManagedObject" {
      return NSManagedObject.self
    }
    if let type = type(named: name) { return type }
    Log.warningOnce(
      "Unable to load class named '\(name)' for entity '\(entity)'. Class not found, using "
        + "default NSManagedObject instead.")
    return NSManagedObject.self
  }

  /// The possible names of the program's own module.
  private static let mainModules: [String] = {
    let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let name = executable.deletingPathExtension().lastPathComponent
    let identifier = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return identifier.hasSuffix("PackageTests")
      ? [identifier, String(identifier.dropLast("PackageTests".count))] : [identifier]
  }()
}

extension NSEntityDescription {
  /// The class of the entity's objects, looked up at the first use.
  final var objectClass: NSManagedObject.Type {
    if let known = resolvedClass.withLock({ $0 }) { return known }
    let type = ClassRegistry.objectClass(named: className, entity: name ?? "")
    resolvedClass.withLock { $0 = type }
    return type
  }
}

/// Registrations of classes and key paths that generated code left when the program was loaded,
/// process-wide. They run when the first class or name is looked for: programs that look for none
/// do not pay for them.
enum PendingRegistrations {
  private struct Pending: Sendable {
    var registrations: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }

  private static let pending = OrderedMutex(Pending(), .leaf)
  /// True while this thread runs registrations, which may look for classes themselves.
  @TaskLocal private static var isRunning = false

  static func add(_ registration: @escaping @Sendable () -> Void) {
    pending.withLock { pending in
      pending.count += 1
      pending.registrations[pending.count] = registration
    }
  }

  /// Runs what has been left, without the lock, since it is generated code. Threads that look for a
  /// class at the same time run it too: whoever returns finds what was registered.
  static func run() {
    let left = pending.withLock { $0.registrations }
    guard !left.isEmpty, !isRunning else { return }
    HeldLocks.requireNone()
    $isRunning.withValue(true) {
      for (number, registration) in left.sorted(by: { $0.key < $1.key }) {
        registration()
        pending.withLock { $0.registrations[number] = nil }
      }
    }
  }
}
