// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// The store types of the process, and what stands behind each (R-PSC-040…043).
enum StoreRegistry {
  enum Kind {
    case engine(any StoreEngine.Type)
    case client(NSPersistentStore.Type)
  }

  private static let classes = Mutex<[String: Transferable<NSPersistentStore.Type>]>([:])

  /// Returns the kind of store that a type stands for; throws 134000 for an unknown one.
  static func kind(of type: String) throws -> Kind {
    if let registered = registered(type) { return .client(registered) }
    if let engine = StoreAssembly.engine(type) { return .engine(engine) }
    if let known = StoreAssembly.classes[type] { return .client(known) }
    throw CocoaError.make(
      .persistentStoreInvalidType,
      reason: "There is no store type '\(type)'. Known types: "
        + classesByType.keys.sorted().joined(separator: ", ") + ".")
  }

  private static func registered(_ type: String) -> NSPersistentStore.Type? {
    classes.withLock { $0[type] }?.value
  }

  /// The class behind each type.
  static var classesByType: [String: NSPersistentStore.Type] {
    var result = StoreAssembly.classes
    for engine in StoreAssembly.engines { result[engine.typeName] = EngineStore.self }
    for (type, registered) in classes.withLock({ $0 }) { result[type] = registered.value }
    return result
  }

  /// Registers a class for a type, or with nil takes it back: then a built-in type returns.
  static func register(_ storeClass: AnyClass?, for type: String) {
    guard let storeClass else { return classes.withLock { $0[type] = nil } }
    guard let custom = storeClass as? NSPersistentStore.Type,
      custom is NSAtomicStore.Type || custom is NSIncrementalStore.Type
    else {
      raise(
        .invalidArgument,
        "\(storeClass) cannot be registered as the store type '\(type)': a store class inherits "
          + "from NSAtomicStore or NSIncrementalStore.")
    }
    let registered = Transferable(custom)
    classes.withLock { $0[type] = registered }
  }
}

extension NSValue {
  /// The store class in a value of ``NSPersistentStoreCoordinator/registeredStoreTypes``; nil for a
  /// class that is not registered. Our addition: a value here has no pointer.
  public var storeClass: AnyClass? {
    var address = UInt(0)
    guard String(cString: objCType) == NSValue.addressType else { return nil }
    getValue(&address)
    return StoreRegistry.classesByType.values.first { NSValue.address(of: $0) == address }
  }

  /// Returns the value of a store class: its address.
  static func ofStoreClass(_ storeClass: AnyClass) -> NSValue {
    var address = address(of: storeClass)
    return NSValue(bytes: &address, objCType: addressType)
  }

  private static let addressType = "Q"

  private static func address(of storeClass: AnyClass) -> UInt {
    UInt(bitPattern: ObjectIdentifier(storeClass))
  }
}
