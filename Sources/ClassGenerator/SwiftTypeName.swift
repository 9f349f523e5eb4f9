// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The Swift type of an attribute in generated code, and the accessor that reads and writes it.
struct SwiftTypeName: Equatable {
  /// Without the question mark of an optional type.
  var name: String
  /// Scalars are never optional, objects always.
  var isOptional: Bool
  /// The module that declares the type, so that a class of the model may hide it; nil where the model
  /// names the type.
  var module: String?
  /// True if the accessors are the generic ones for values of any type.
  var isTransformable: Bool

  /// The type of an attribute: scalars as their Swift types when the model asks for it, else
  /// objects that may be missing.
  init(_ attribute: AttributeDocument) {
    if attribute.usesScalarValueType, let scalar = Self.scalar(attribute.kind) {
      let module = attribute.kind == .date ? "Foundation" : "Swift"
      self.init(scalar, isOptional: false, module: module)
      return
    }
    switch attribute.kind {
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      self.init("NSNumber", module: "Foundation")
    case .decimal: self.init("NSDecimalNumber", module: "Foundation")
    case .string: self.init("String", module: "Swift")
    case .date: self.init("Date", module: "Foundation")
    case .binaryData: self.init("Data", module: "Foundation")
    case .uuid: self.init("UUID", module: "Foundation")
    case .uri: self.init("URL", module: "Foundation")
    case .composite: self.init(Self.composite)
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
  func text(in names: ClassNames) -> String {
    let text =
      isComposite
      ? "[\(names.qualified("String", of: "Swift")): Any]"
      : module.map { names.qualified(name, of: $0) } ?? name
    return isOptional ? text + "?" : text
  }

  private var isComposite: Bool { name == Self.composite }

  private static let composite = "[String: Any]"

  private init(
    _ name: String, isOptional: Bool = true, module: String? = nil, isTransformable: Bool = false
  ) {
    self.name = name
    self.isOptional = isOptional
    self.module = module
    self.isTransformable = isTransformable
  }

  /// A dot before the class says that it is of this module, and stands alone where no class is named.
  /// Of a type of Objective-C, as `NSArray<NSString *> *`, the class is taken.
  private init(transformable customClassName: String?) {
    let written = customClassName.map { $0.hasPrefix(".") ? $0.dropFirst() : $0[...] } ?? ""
    let name =
      written.contains("*")
      ? written.prefix { $0 != "<" && $0 != "*" }.filter { $0 != " " } : String(written)
    self.init(
      name.isEmpty ? "NSObject" : name, module: name.isEmpty ? "Foundation" : nil,
      isTransformable: true)
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
