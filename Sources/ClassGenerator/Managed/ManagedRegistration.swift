// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Makes the managed objects of the sources, also those without a managed declaration of their own,
/// and the names of their key paths known to the library as soon as the program is loaded.
struct ManagedRegistration {
  private let sources: ManagedSources
  private let members: [ManagedMember]

  init(_ sources: ManagedSources, _ members: [ManagedMember]) {
    self.sources = sources
    self.members = members
  }

  /// True if the sources have no class that can be registered.
  var isEmpty: Bool { classes.isEmpty }

  func write(to source: inout SourceText) {
    let types = classes
    guard !types.isEmpty else { return }
    source.line()
    source.atLoad { source in
      let hasNames = types.contains { !properties(of: $0).isEmpty }
      if hasNames { source.line("var names: [AnyKeyPath: String] = [:]") }
      for type in types { write(type, to: &source) }
      if hasNames { source.line("NSManagedObject.registerKeyPaths(names)") }
    }
  }

  /// The classes that other files can name, each once.
  private var classes: [TypeDeclaration] {
    sources.files.flatMap(\.scan.types).filter { type in
      guard type.kind == .class, type.access > .fileprivate, !type.isGeneric,
        let nominal = sources.resolver.own.nominal(type.path)
      else { return false }
      return sources.resolver.isManagedObject(nominal)
    }
  }

  private func write(_ type: TypeDeclaration, to source: inout SourceText) {
    let name = type.path.map(SwiftIdentifier.escaped).joined(separator: ".")
    source.conditional(type.conditions) { source in
      source.line("NSManagedObject.registerClasses([\"\(type.path.last ?? "")\": \(name).self])")
      for property in properties(of: type)
      where SwiftIdentifier.isKeyPathComponent(property.name) {
        source.conditional(property.conditions) {
          $0.line(
            "names[\\\(name).\(SwiftIdentifier.escaped(property.name))] = \"\(property.name)\"")
        }
      }
    }
  }

  /// Returns the managed properties of a class and its superclasses: a key path knows the class it
  /// was written with.
  private func properties(of type: TypeDeclaration) -> [(name: String, conditions: [String])] {
    guard !type.isActorBound, let nominal = sources.resolver.own.nominal(type.path) else {
      return []
    }
    let chain = sources.resolver.superclasses(of: nominal)
    return members.compactMap { member in
      guard case .property = member.kind, chain.contains(member.owner),
        member.declaration.access > .fileprivate
      else { return nil }
      return (member.name, member.declaration.conditions)
    }
  }
}

extension SourceText {
  /// Writes statements that run when the library first looks for a class or a name, without
  /// anybody calling them: the loader runs what the section `.init_array` holds.
  ///
  /// They stand on the main actor, because members of a module may be isolated to it, and their
  /// key paths cannot be made elsewhere. Making them touches nothing that it protects, so the
  /// isolation is cast away.
  mutating func atLoad(_ content: (inout SourceText) -> Void) {
    line("#if os(Linux) && compiler(>=6.3)")
    line("@used @section(\".init_array\")")
    line("nonisolated private let _registration: @convention(c) @Sendable () -> Void = {")
    line("  let register: @MainActor () -> Void = _register")
    line("  NSManagedObject.registerLater(")
    line("    unsafeBitCast(register, to: (@Sendable () -> Void).self))")
    line("}")
    line()
    block("@MainActor private func _register()", content)
    line("#endif")
  }
}
