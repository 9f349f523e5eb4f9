// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// An attribute of an entity: a value of a declared type.
nonisolated open class NSAttributeDescription: NSPropertyDescription {
  final let attribute: AttributeFacets

  /// An attribute of undefined type without a default value.
  public override init() {
    attribute = AttributeFacets()
    super.init()
  }

  init(facets: PropertyFacets, attribute: AttributeFacets, isInherited: Bool) {
    self.attribute = attribute
    super.init(facets: facets, isInherited: isInherited)
  }

  /// The type of values. Setting it sets `attributeValueClassName` too.
  open var type: AttributeType {
    get { attribute.type }
    set {
      let facets = mutableAttribute()
      facets.type = newValue
      facets.valueClassName = newValue.valueClassName
    }
  }

  /// The type of values in its older spelling.
  open var attributeType: NSAttributeType {
    get { type.legacy }
    set { type = AttributeType(newValue) }
  }

  /// The name of the class of values; worth setting for transformable attributes only.
  open var attributeValueClassName: String? {
    get { attribute.valueClassName }
    set { mutableAttribute().valueClassName = newValue }
  }

  /// The value of new objects, set before `awakeFromInsert`; `nil` by default.
  open var defaultValue: Any? {
    get { attribute.defaultValue }
    set { mutableAttribute().defaultValue = newValue }
  }

  /// The name of the registered transformer of a transformable attribute.
  open var valueTransformerName: String? {
    get { attribute.valueTransformerName }
    set { mutableAttribute().valueTransformerName = newValue }
  }

  /// True if large data may lie in files beside the store; false by default.
  open var allowsExternalBinaryDataStorage: Bool {
    get { attribute.allowsExternalBinaryDataStorage }
    set { mutableAttribute().allowsExternalBinaryDataStorage = newValue }
  }

  /// True if history keeps the value of a deleted object; false by default.
  open var preservesValueInHistoryOnDeletion: Bool {
    get { attribute.preservesValueInHistoryOnDeletion }
    set { mutableAttribute().preservesValueInHistoryOnDeletion = newValue }
  }

  /// Kept, without effect.
  open var allowsCloudEncryption: Bool {
    get { attribute.allowsCloudEncryption }
    set { mutableAttribute().allowsCloudEncryption = newValue }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSAttributeDescription(
      facets: facets.copy(), attribute: attribute.copy(), isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSAttributeDescription(facets: facets, attribute: attribute, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSAttributeDescription else { return false }
    return super.hasEqualContent(other) && attribute.isEqual(to: other.attribute)
  }

  final func mutableAttribute() -> AttributeFacets {
    facets.freezing.requireMutable()
    return attribute
  }
}

extension NSAttributeDescription {
  /// The type of an attribute's values. Raw values enter version hashes and archives.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number by which version hashes and archives know the type.
    public let rawValue: UInt

    /// The type of a number, which need not be known.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The type of an older spelling.
    public init(_ type: NSAttributeType) { rawValue = type.rawValue }

    /// No type; for transient attributes of any value.
    public static let undefined = AttributeType(.undefinedAttributeType)
    /// An integer of 16 bits.
    public static let integer16 = AttributeType(.integer16AttributeType)
    /// An integer of 32 bits.
    public static let integer32 = AttributeType(.integer32AttributeType)
    /// An integer of 64 bits.
    public static let integer64 = AttributeType(.integer64AttributeType)
    /// A decimal number of 38 digits, an `NSDecimalNumber`.
    public static let decimal = AttributeType(.decimalAttributeType)
    /// A floating-point number of 64 bits.
    public static let double = AttributeType(.doubleAttributeType)
    /// A floating-point number of 32 bits.
    public static let float = AttributeType(.floatAttributeType)
    /// A text.
    public static let string = AttributeType(.stringAttributeType)
    /// True or false.
    public static let boolean = AttributeType(.booleanAttributeType)
    /// A date, kept as seconds since 2001.
    public static let date = AttributeType(.dateAttributeType)
    /// Bytes; large ones may lie outside the database.
    public static let binaryData = AttributeType(.binaryDataAttributeType)
    /// A UUID.
    public static let uuid = AttributeType(.UUIDAttributeType)
    /// A URL.
    public static let uri = AttributeType(.URIAttributeType)
    /// Any value, stored as the data that a value transformer makes of it.
    public static let transformable = AttributeType(.transformableAttributeType)
    /// An object ID; for expressions of fetches only.
    public static let objectID = AttributeType(.objectIDAttributeType)
    /// A dictionary of further attributes.
    public static let composite = AttributeType(.compositeAttributeType)

    /// The older spelling; undefined for an unknown raw value.
    var legacy: NSAttributeType { NSAttributeType(rawValue: rawValue) ?? .undefinedAttributeType }

    /// The name of the class of values.
    var valueClassName: String? {
      switch self {
      case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
      case .decimal: "NSDecimalNumber"
      case .string: "NSString"
      case .date: "NSDate"
      case .binaryData: "NSData"
      case .uuid: "NSUUID"
      case .uri: "NSURL"
      default: nil
      }
    }
  }
}

/// The types of attributes; the older spelling of `NSAttributeDescription.AttributeType`.
public enum NSAttributeType: UInt, Sendable {
  /// No type; for transient attributes of any value.
  case undefinedAttributeType = 0
  /// An integer of 16 bits.
  case integer16AttributeType = 100
  /// An integer of 32 bits.
  case integer32AttributeType = 200
  /// An integer of 64 bits.
  case integer64AttributeType = 300
  /// A decimal number of 38 digits.
  case decimalAttributeType = 400
  /// A floating-point number of 64 bits.
  case doubleAttributeType = 500
  /// A floating-point number of 32 bits.
  case floatAttributeType = 600
  /// A text.
  case stringAttributeType = 700
  /// True or false.
  case booleanAttributeType = 800
  /// A date, kept as seconds since 2001.
  case dateAttributeType = 900
  /// Bytes; large ones may lie outside the database.
  case binaryDataAttributeType = 1000
  /// A UUID.
  case UUIDAttributeType = 1100
  /// A URL.
  case URIAttributeType = 1200
  /// Any value, stored as the data that a value transformer makes of it.
  case transformableAttributeType = 1800
  /// An object ID; for expressions of fetches only.
  case objectIDAttributeType = 2000
  /// A dictionary of further attributes.
  case compositeAttributeType = 2100
}
