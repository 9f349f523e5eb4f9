// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A type whose declaration is known.
indirect enum ResolvedType: Hashable {
  case nominal(NominalType, [ResolvedType])
  /// `Any`, `AnyObject`, protocols, and a superclass that the value must have.
  case existential([NominalType], superclass: ResolvedType?, isObject: Bool)

  static let any = ResolvedType.existential([], superclass: nil, isObject: false)

  /// Returns a type of the standard library that has no generic parameters.
  static func swift(_ name: String) -> ResolvedType {
    .nominal(NominalType(module: "Swift", names: [name], kinds: [.structure]), [])
  }

  static func optional(_ wrapped: ResolvedType) -> ResolvedType {
    .nominal(NominalType(module: "Swift", names: ["Optional"], kinds: [.enumeration]), [wrapped])
  }

  /// The type inside an optional.
  var wrapped: ResolvedType? {
    guard case .nominal(let type, let arguments) = self, type.isSwift("Optional") else {
      return nil
    }
    return arguments.first
  }

  /// The least access of the program's own types in it.
  var access: AccessLevel {
    switch self {
    case .nominal(let type, let arguments):
      arguments.reduce(type.access) { min($0, $1.access) }
    case .existential(let protocols, let superclass, _):
      protocols.reduce(superclass?.access ?? .open) { min($0, $1.access) }
    }
  }
}

extension ResolvedType {
  /// The type as a source writes it, with the types that it is nested in.
  var text: String {
    switch self {
    case .nominal(let type, let arguments):
      if let wrapped { return wrapped.textInOptional + "?" }
      if arguments.isEmpty { return type.text }
      return "\(type.text)<\(arguments.map(\.text).joined(separator: ", "))>"
    case .existential(let protocols, let superclass, let isObject):
      let parts = [superclass?.text].compactMap(\.self) + protocols.map(\.text)
      if parts.isEmpty { return isObject ? "AnyObject" : "Any" }
      return "any " + (parts + (isObject ? ["AnyObject"] : [])).joined(separator: " & ")
    }
  }

  private var textInOptional: String {
    guard case .existential(let protocols, _, _) = self, !protocols.isEmpty else { return text }
    return "(\(text))"
  }
}

/// A class, structure, enumeration or protocol with the names around it.
struct NominalType: Hashable {
  /// The raw values are the letters of mangled names.
  enum Kind: String { case `class` = "C", structure = "V", enumeration = "O", `protocol` = "P" }

  var module: String
  var names: [String]
  /// One for each name.
  var kinds: [Kind]
  var access = AccessLevel.open

  var kind: Kind { kinds.last ?? .class }

  /// The type that this one is nested in.
  var outer: NominalType? {
    guard names.count > 1 else { return nil }
    return NominalType(
      module: module, names: names.dropLast(), kinds: kinds.dropLast(), access: access)
  }

  /// The names as a source writes them.
  var text: String { names.map(SwiftIdentifier.escaped).joined(separator: ".") }

  func isSwift(_ name: String) -> Bool { module == "Swift" && names == [name] }

  static func == (first: NominalType, second: NominalType) -> Bool {
    first.module == second.module && first.names == second.names
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(module)
    hasher.combine(names)
  }
}
