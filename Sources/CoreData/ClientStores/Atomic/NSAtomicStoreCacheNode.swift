// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// One record of an atomic store, in memory.
///
/// Values are attributes, the nodes of related objects, and sets (ordered sets) of nodes; absent is
/// nil (R-PSC-409). A subclass may compute values. Belongs to its store; not thread-safe.
nonisolated open class NSAtomicStoreCacheNode: NSObject {
  /// The object that the node is of.
  open private(set) var objectID: NSManagedObjectID
  /// The values by name; nil until one is set.
  open var propertyCache: NSMutableDictionary? {
    get {
      journal?.noteAccess(self)
      return values
    }
    set {
      journal?.note(self)
      values = newValue
    }
  }
  private final var values: NSMutableDictionary?
  /// Where changes of a save that may fail are noted.
  final var journal: NodeJournal?

  /// A node without values.
  public init(objectID moid: NSManagedObjectID) { objectID = moid }

  /// Returns the value of a property; nil when it has none.
  open func value(forKey key: String) -> Any? { propertyCache?[key] }

  /// Sets the value of a property; nil takes it away.
  open func setValue(_ value: Any?, forKey key: String) {
    journal?.note(self)
    guard let value else { return propertyCache?.removeObject(forKey: key) ?? () }
    if propertyCache == nil { propertyCache = NSMutableDictionary() }
    propertyCache?[key] = value
  }

  /// Sets the values of several properties; `NSNull` takes one away.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  /// Returns the values of several properties; `NSNull` for those that have none.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }
}
