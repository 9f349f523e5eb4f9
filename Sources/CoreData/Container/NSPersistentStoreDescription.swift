// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// How a store is to be added: type, place, configuration, options.
///
/// A plain value holder, not thread-safe. Changing it after its store was added has no effect.
nonisolated open class NSPersistentStoreDescription: NSObject, NSCopying {
  /// The store's type; SQLite by default.
  open var type: String = NSSQLiteStoreType
  /// The model's configuration that the store holds; nil, the default, for all entities.
  open var configuration: String?
  /// The store's place; nil, for an in-memory store, for none.
  open var url: URL?
  /// True if the store is added on a background thread; false by default.
  open var shouldAddStoreAsynchronously = false
  private var values: [String: NSObject] = [:]

  /// A description of an SQLite store at a URL, to be migrated by itself to the present model.
  public init(url: URL) {
    self.url = url
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  /// A description of a store at `/dev/null`.
  public convenience override init() { self.init(url: URL(fileURLWithPath: "/dev/null")) }

  /// The options as they are given to the coordinator.
  open var options: [String: NSObject] { values }

  /// Sets an option; nil removes it.
  open func setOption(_ option: NSObject?, forKey key: String) { values[key] = option }

  /// True if the store is opened read-only; false by default.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { setFlag(newValue, NSReadOnlyPersistentStoreOption) }
  }

  /// Seconds to wait for locks; 240 by default.
  open var timeout: TimeInterval {
    get { (values[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { values[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// The saves of the store that a power failure may take; nil, the default, for the choice that
  /// suits the stores of the coordinator. Our addition.
  open var durability: StoreDurability? {
    get {
      (values[StoreDurabilityOption] as? NSString).flatMap { StoreDurability(rawValue: "\($0)") }
    }
    set { values[StoreDurabilityOption] = newValue.map { NSString(string: $0.rawValue) } }
  }

  /// The pragmas of a SQLite store, strings by name.
  open var sqlitePragmas: [String: NSObject] {
    (values[NSSQLitePragmasOption] as? NSDictionary) as? [String: NSObject] ?? [:]
  }

  /// Sets a pragma: a string, or a number; nil removes it.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    switch value {
    case nil: pragmas[name] = nil
    case let text as NSString: pragmas[name] = text
    case let number as NSNumber: pragmas[name] = NSString(string: number.stringValue)
    default: raise(.invalidArgument, "The value of pragma '\(name)' must be a string.")
    }
    values[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
  }

  /// True if a store of another model version is migrated; true by default.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { setFlag(newValue, NSMigratePersistentStoresAutomaticallyOption) }
  }

  /// True if the mapping for a migration may be inferred; true by default.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { setFlag(newValue, NSInferMappingModelAutomaticallyOption) }
  }

  private func flag(_ key: String) -> Bool { (values[key] as? NSNumber)?.boolValue ?? false }

  private func setFlag(_ value: Bool, _ key: String) { values[key] = NSNumber(value: value) }

  /// Returns a description with the same fields.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.values = values
    return copy
  }

  /// Returns true if the other is a description with equal fields.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return type == other.type && configuration == other.configuration && url == other.url
      && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
      && ContentEquality.equal(values as [AnyHashable: Any], other.values as [AnyHashable: Any])
  }

  /// A hash of the place and the type.
  open override var hash: Int { url.hashValue ^ type.hashValue }

  /// The type and the place.
  open override var description: String {
    "\(ObjectText.head(self)) (type: \(type), url: "
      + "\(ObjectText.optional(url?.absoluteString)))"
  }
}
