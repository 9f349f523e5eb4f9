// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Finds the declarations of the types that a source names.
struct TypeResolver {
  let own: ModuleTypes
  /// The types of another module of which the sources are known.
  let other: (String) -> ModuleTypes?
  /// The names of those modules.
  var otherNames: [String] = []

  /// A place in the program that types are named from.
  struct Place {
    /// The types around it.
    var path: [String]
    /// The modules that its file imports.
    var imports: [String]
  }

  /// Returns the type that a name stands for, or nil when that cannot be told.
  func resolve(_ type: TypeSyntax, at place: Place, depth: Int = 0) -> ResolvedType? {
    guard depth < 16 else { return nil }
    func inner(_ type: TypeSyntax) -> ResolvedType? { resolve(type, at: place, depth: depth + 1) }
    switch type {
    case .optional(let wrapped): return inner(wrapped).map(ResolvedType.optional)
    case .array(let element): return collection("Array", [inner(element)])
    case .dictionary(let key, let value):
      return collection("Dictionary", [inner(key), inner(value)])
    case .composition(let members): return composition(members.map(inner))
    case .named(let components): return resolve(components, at: place, depth)
    case .unsupported: return nil
    }
  }

  private func collection(_ name: String, _ arguments: [ResolvedType?]) -> ResolvedType? {
    let known = arguments.compactMap { $0 }
    guard known.count == arguments.count else { return nil }
    return .nominal(NominalType(module: "Swift", names: [name], kinds: [.structure]), known)
  }

  private func composition(_ members: [ResolvedType?]) -> ResolvedType? {
    var protocols: [NominalType] = []
    var superclass: ResolvedType?
    var isObject = false
    for member in members {
      switch member {
      case .existential(let some, let other, let object):
        protocols += some
        superclass = superclass ?? other
        isObject = isObject || object
      case .nominal: superclass = member
      case nil: return nil
      }
    }
    let sorted = protocols.sorted { ($0.module, $0.names[0]) < ($1.module, $1.names[0]) }
    return .existential(sorted, superclass: superclass, isObject: isObject && superclass == nil)
  }

  private func resolve(
    _ components: [TypeSyntax.Component], at place: Place, _ depth: Int
  ) -> ResolvedType? {
    let names = components.map(\.name)
    if names == ["Any"] { return .any }
    if names == ["AnyObject"] { return .existential([], superclass: nil, isObject: true) }
    guard components.dropLast().allSatisfy(\.arguments.isEmpty) else { return nil }
    let arguments =
      components.last?.arguments.map { resolve($0, at: place, depth: depth + 1) } ?? []
    guard arguments.allSatisfy({ $0 != nil }) else { return nil }
    if let alias = alias(names, at: place) {
      return resolve(alias.type, at: alias.place, depth: depth + 1)
    }
    guard let nominal = nominal(names, at: place) else { return nil }
    if nominal.kind == .protocol {
      return .existential([nominal], superclass: nil, isObject: false)
    }
    return .nominal(nominal, arguments.compactMap { $0 })
  }

  // MARK: - Names

  /// Returns the declared type of a name.
  func nominal(_ names: [String], at place: Place) -> NominalType? {
    if let (types, path) = owner(of: names, at: place) { return types.nominal(path) }
    if let type = LibraryTypes.type(names) { return type }
    for module in place.imports {
      guard let types = other(module) else { continue }
      let path = names.first == module ? Array(names.dropFirst()) : names
      if !path.isEmpty, let type = types.nominal(path) { return type }
    }
    return nil
  }

  private func alias(
    _ names: [String], at place: Place
  ) -> (type: TypeSyntax, place: Place)? {
    guard let (types, path) = owner(of: names, at: place), let found = types.declaration(path),
      let aliased = found.aliased, !found.isGeneric
    else { return nil }
    return (aliased, Place(path: Array(path.dropLast()), imports: place.imports))
  }

  /// This module, and the name's full path in it, when the name begins here.
  private func owner(of names: [String], at place: Place) -> (ModuleTypes, [String])? {
    guard let first = names.first else { return nil }
    for count in stride(from: place.path.count, through: 0, by: -1) {
      let path = Array(place.path.prefix(count))
      if own.declaration(path + [first]) != nil { return (own, path + names) }
    }
    if first == own.module, names.count > 1 { return (own, Array(names.dropFirst())) }
    return nil
  }

  /// Returns true if a type names what a type around the place declares, which is visible only there.
  func names(_ type: TypeSyntax, within place: Place) -> Bool {
    switch type {
    case .optional(let inner), .array(let inner): names(inner, within: place)
    case .dictionary(let key, let value): names(key, within: place) || names(value, within: place)
    case .composition(let members): members.contains { names($0, within: place) }
    case .named(let components):
      isInner(components.map(\.name), at: place)
        || components.contains { $0.arguments.contains { names($0, within: place) } }
    case .unsupported: false
    }
  }

  private func isInner(_ names: [String], at place: Place) -> Bool {
    owner(of: names, at: place).map { $0.1.count > names.count } ?? false
  }

  // MARK: - Classes

  /// Returns true if a class inherits from `NSManagedObject`, as far as sources tell.
  func isManagedObject(_ type: NominalType) -> Bool {
    superclasses(of: type).contains(Self.root)
  }

  static let root = NominalType(module: "CoreData", names: ["NSManagedObject"], kinds: [.class])

  /// Returns the class itself, its superclass, and so on as far as sources tell.
  func superclasses(of type: NominalType) -> [NominalType] {
    var chain = [type]
    while chain.count < 64, let last = chain.last, last != Self.root,
      let types = last.module == own.module ? own : other(last.module),
      let inherited = types.declaration(last.names)?.inherited.first,
      case .named(let components) = inherited,
      let next = nominal(
        components.map(\.name),
        at: Place(path: Array(last.names.dropLast()), imports: otherNames))
    {
      if next.kind != .class { break }
      chain.append(next)
    }
    return chain
  }
}
