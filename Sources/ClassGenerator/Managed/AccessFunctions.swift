// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Which functions of the library read and write a property of a type.
struct AccessFunctions {
  var getter: String
  var setter: String
  /// The property of the model.
  var key: String

  init(_ type: ResolvedType, of member: ManagedMember, _ sources: ManagedSources) {
    key = member.name
    if let primitive = Self.primitiveKey(member, sources) {
      (getter, setter, key) = ("_getPrimitive", "_setPrimitive", primitive)
    } else if Self.isDirect(type) {
      (getter, setter) = ("_get", "_set")
    } else if case .nominal(let object, _)? = type.wrapped, sources.resolver.isManagedObject(object)
    {
      (getter, setter) = ("_getObject", "_setObject")
    } else {
      (getter, setter) = ("_getManaged", "_setManaged")
    }
  }

  private static let scalars: Set<String> = ["Int16", "Int32", "Int64", "Bool", "Double", "Float"]
  private static let objects: Set<String> = [
    "String", "Date", "Data", "UUID", "URL", "NSDecimalNumber", "NSSet", "NSOrderedSet",
  ]

  /// Returns true if the library has functions for just this type.
  private static func isDirect(_ type: ResolvedType) -> Bool {
    if case .nominal(let wrapped, _)? = type.wrapped { return isLibrary(wrapped, objects) }
    guard case .nominal(let nominal, _) = type else { return false }
    return isLibrary(nominal, scalars)
  }

  private static func isLibrary(_ type: NominalType, _ names: Set<String>) -> Bool {
    (type.module == "Swift" || type.module.hasPrefix("Foundation")) && type.names.count == 1
      && names.contains(type.names[0])
  }

  /// `primitiveName` is the primitive value of `name`, unless a model has it as a property.
  private static func primitiveKey(_ member: ManagedMember, _ sources: ManagedSources) -> String? {
    let prefix = "primitive"
    let rest = member.name.dropFirst(prefix.count)
    guard member.name.hasPrefix(prefix), let first = rest.first, first.isUppercase else {
      return nil
    }
    let known = sources.models.lazy.compactMap {
      $0.properties(ofClass: member.owner.names.last ?? "")
    }.first
    if known?.contains(member.name) == true { return nil }
    let key = first.lowercased() + rest.dropFirst()
    return known?.contains(String(rest)) == true ? String(rest) : key
  }
}
