// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The Swift type of an attribute in generated code, and the accessor that reads and writes it.
struct SwiftTypeName: Equatable {
  /// Without the question mark of an optional type.
  var name: String
  /// Scalars are never optional, objects always.
  var isOptional: Bool
  /// True if Foundation declares the type, so that a class of the model may hide it.
  var isFoundation: Bool
  /// True if the accessors are the generic ones for values of any type.
  var isTransformable: Bool

  /// The type of an attribute: scalars as their Swift types when the model asks for it, else
  /// objects that may be missing.
  init(_ attribute: AttributeDocument) {
    if attribute.usesScalarValueType, let scalar = Self.scalar(attribute.kind) {
      self.init(scalar, isOptional: false, isFoundation: attribute.kind == .date)
      return
    }
    switch attribute.kind {
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      self.init("NSNumber", isFoundation: true)
    case .decimal: self.init("NSDecimalNumber", isFoundation: true)
    case .string: self.init("String")
    case .date: self.init("Date", isFoundation: true)
    case .binaryData: self.init("Data", isFoundation: true)
    case .uuid: self.init("UUID", isFoundation: true)
    case .uri: self.init("URL", isFoundation: true)
    case .composite: self.init("[String: Any]")
    case .transformable: self.init(transformable: attribute.customClassName)
    case .undefined, .objectID: self.init("Any", isTransformable: true)
    }
  }

  /// The accessor that reads a value of the type. Where `NSNumber` is wanted, the accessor for
  /// `NSDecimalNumber` would do as well, so the overloads are ambiguous there.
  var getter: String { isTransformable || name == "NSNumber" ? "_getTransformable" : "_get" }

  /// The accessor that writes a value of the type.
  var setter: String { isTransformable ? "_setTransformable" : "_set" }

  /// Returns the type as code writes it, qualified where a class of the model would hide it.
  func text(hiding hidden: Set<String>) -> String {
    let qualified = isFoundation && hidden.contains(name) ? "Foundation.\(name)" : name
    return isOptional ? qualified + "?" : qualified
  }

  private init(
    _ name: String, isOptional: Bool = true, isFoundation: Bool = false,
    isTransformable: Bool = false
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isFoundation = isFoundation
    self.isTransformable = isTransformable
  }

  /// A dot before the class says that it is of this module, and stands alone where no class is named.
  private init(transformable customClassName: String?) {
    let name = customClassName.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? ""
    self.init(
      name.isEmpty ? "NSObject" : name, isFoundation: name.isEmpty, isTransformable: true)
  }

  private static func scalar(_ kind: AttributeKind) -> String? {
    switch kind {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .boolean: "Bool"
    case .date: "TimeInterval"
    case .undefined, .decimal, .string, .binaryData, .uuid, .uri, .transformable, .objectID,
      .composite:
      nil
    }
  }
}
