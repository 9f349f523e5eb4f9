// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The values of one object, as an incremental store hands them out.
///
/// Not thread-safe; the library reads it before the call that returned it ends.
nonisolated open class NSIncrementalStoreNode: NSObject {
  /// The object that the values are of.
  open private(set) var objectID: NSManagedObjectID
  /// How often the object has been saved; see ``NSIncrementalStore``.
  open private(set) var version: UInt64
  final private(set) var values: [String: Any]

  /// A node with values by property name (R-PSC-448): attributes as they are, a missing one is nil;
  /// a to-one relationship as an object ID, `NSNull` for none, missing to be asked for; a to-many
  /// as an array or set of IDs, better missing: then it is asked for when it is needed. Other keys
  /// are dropped.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    self.objectID = objectID
    self.version = version
    self.values = NSIncrementalStoreNode.known(values, objectID)
  }

  /// Replaces values and version.
  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = NSIncrementalStoreNode.known(values, objectID)
    self.version = version
  }

  /// Returns the value of a property; nil when it has none.
  open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }

  private static func known(_ values: [String: Any], _ id: NSManagedObjectID) -> [String: Any] {
    values.filter { id.layout.index(of: $0.key) != nil }
  }
}
