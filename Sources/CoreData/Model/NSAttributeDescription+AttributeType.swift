// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSAttributeDescription {
  /// The type of an attribute's values. Raw values enter version hashes and archives.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The type of an older spelling.
    public init(_ type: NSAttributeType) { rawValue = type.rawValue }

    /// No type; for transient attributes of any value.
    public static let undefined = AttributeType(.undefinedAttributeType)
    public static let integer16 = AttributeType(.integer16AttributeType)
    public static let integer32 = AttributeType(.integer32AttributeType)
    public static let integer64 = AttributeType(.integer64AttributeType)
    public static let decimal = AttributeType(.decimalAttributeType)
    public static let double = AttributeType(.doubleAttributeType)
    public static let float = AttributeType(.floatAttributeType)
    public static let string = AttributeType(.stringAttributeType)
    public static let boolean = AttributeType(.booleanAttributeType)
    public static let date = AttributeType(.dateAttributeType)
    public static let binaryData = AttributeType(.binaryDataAttributeType)
    public static let uuid = AttributeType(.UUIDAttributeType)
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
