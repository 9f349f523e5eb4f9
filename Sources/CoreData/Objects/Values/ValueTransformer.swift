// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
public import Foundation
import Synchronization

/// Converts attribute values to and from what a store can hold.
///
/// Foundation on Linux has no such class; this one has its interface and behaviour. Subclass it,
/// register an instance under a name, and name it in a transformable attribute.
open class ValueTransformer: NSObject, @unchecked Sendable {
  // Sendable: the registry is behind a mutex; instances hold no state of this class.
  private static let registry = Mutex<[String: ValueTransformer]>([:])

  /// A transformer. For subclasses, which are registered under a name.
  public override init() { super.init() }

  /// Makes a transformer known under a name, in place of an earlier one; nil removes it.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    registry.withLock { $0[name.rawValue] = transformer }
  }

  /// Returns the transformer registered under a name, or the built-in one of that name.
  public static func valueTransformer(forName name: NSValueTransformerName) -> ValueTransformer? {
    registry.withLock { $0[name.rawValue] } ?? builtIn(name.rawValue)
  }

  /// Returns the names of all registered transformers.
  public static func valueTransformerNames() -> [NSValueTransformerName] {
    registry.withLock { $0.keys.sorted().map(NSValueTransformerName.init(rawValue:)) }
  }

  /// Returns the class of transformed values; `NSObject` by default.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Returns true if the reverse is possible, as attributes need it; true by default.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Returns the stored value for an attribute's value; the same value by default.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Returns the attribute's value for a stored one; by default as ``transformedValue(_:)`` does.
  open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

  private static func builtIn(_ name: String) -> ValueTransformer? {
    switch name {
    case "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer":
      NSSecureUnarchiveFromDataTransformer()
    case "NSKeyedUnarchiveFromData", "NSUnarchiveFromData": KeyedUnarchiveFromDataTransformer()
    default: nil
    }
  }
}

/// Lets a transformer be found by its name with an initialiser. Nothing else conforms.
public protocol TransformerNameInitializable {}

extension ValueTransformer: TransformerNameInitializable {}

extension TransformerNameInitializable where Self: ValueTransformer {
  /// The transformer registered under a name, or the built-in one; nil where there is none, as
  /// ``ValueTransformer/valueTransformer(forName:)`` says.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.valueTransformer(forName: name) as? Self else { return nil }
    self = found
  }
}

/// The name of a value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The text of the name.
  public let rawValue: String
  /// A name with a text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A name with a text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of the built-in transformer that archives values of known classes.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
  /// The name of the built-in transformer that archives values of any class with `NSCoding`; what
  /// attributes without a transformer's name have.
  public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSKeyedUnarchiveFromData")
}

/// Reads archives of known classes: `transformedValue` turns data into an object, the reverse
/// archives it. Subclasses name the classes they allow.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The classes that an archive may contain at its top; property lists by default.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  /// Returns the object that an archive stands for; nil for one that is damaged or has other
  /// classes than ``allowedTopLevelClasses``.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    // An unreadable archive, or one of other classes, reads as nil.
    return try? KeyedArchive.value(data, classes: type(of: self).allowedTopLevelClasses)
  }

  /// Returns the archive of a value with secure coding; nil for one that cannot be archived.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    archive(value, isSecure: true)
  }

  /// Returns the archive of a value; nil, which the save reports as unstorable, for one that cannot be
  /// archived.
  fileprivate final func archive(_ value: Any?, isSecure: Bool) -> Data? {
    guard let value, Self.isArchivable(value, isSecure: isSecure, levels: 64) else { return nil }
    // The same for what the archiver refuses.
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: isSecure)
  }

  /// Returns true if there is nothing in a value at which Foundation on Linux stops the program or does
  /// not end: what cannot be archived, and decimal numbers, which it cannot hash.
  private static func isArchivable(_ value: Any, isSecure: Bool, levels: Int) -> Bool {
    guard levels > 0 else { return true }
    func areArchivable(_ members: some Sequence) -> Bool {
      members.allSatisfy { isArchivable($0, isSecure: isSecure, levels: levels - 1) }
    }
    switch value {
    case is NSDecimalNumber, is Decimal: return false
    case let list as [Any]: return areArchivable(list)
    case let pairs as [AnyHashable: Any]: return areArchivable(pairs.values)
    case let set as NSSet: return areArchivable(set.allObjects)
    case let set as NSOrderedSet: return areArchivable(set.array)
    default: return isCoded(value as AnyObject, isSecure: isSecure)
    }
  }

  private static func isCoded(_ object: AnyObject, isSecure: Bool) -> Bool {
    guard isSecure else { return object is any NSCoding }
    return (type(of: object) as? any NSSecureCoding.Type)?.supportsSecureCoding == true
  }
}

/// Archives values of any class with `NSCoding`, and reads all that this program has the classes of: the
/// transformer of attributes that name none, and of the older names (R-MOD-109).
// Below the secure one, since what is unarchived is transformed in its direction.
final class KeyedUnarchiveFromDataTransformer: NSSecureUnarchiveFromDataTransformer,
  @unchecked Sendable
{
  override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    // An unreadable archive, or one of classes that the program lacks, reads as nil.
    return try? KeyedArchive.codedValue(data)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? { archive(value, isSecure: false) }
}
