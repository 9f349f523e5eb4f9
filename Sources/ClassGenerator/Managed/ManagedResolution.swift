// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Finds the types of managed declarations, or says why they cannot be served.
struct ManagedResolution {
  let sources: ManagedSources
  private(set) var diagnostics: [ModelDiagnostic] = []

  init(_ sources: ManagedSources) { self.sources = sources }

  mutating func member(_ declaration: ManagedDeclaration) -> ManagedMember? {
    let place = TypeResolver.Place(
      path: declaration.owner, imports: sources.imports(of: declaration.file))
    guard let owner = owner(of: declaration, place) else { return nil }
    let isPrivate = declaration.access <= .fileprivate
    let context = SymbolContext(
      owner: owner, module: sources.module,
      discriminator: isPrivate
        ? SymbolContext.discriminator(
          module: sources.module, fileName: Self.fileName(declaration.file)) : nil)
    guard let kind = kind(of: declaration, place) else { return nil }
    return ManagedMember(declaration: declaration, owner: owner, kind: kind, context: context)
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: - The class

  private mutating func owner(
    of declaration: ManagedDeclaration, _ place: TypeResolver.Place
  ) -> NominalType? {
    let outside = TypeResolver.Place(path: [], imports: place.imports)
    guard let owner = sources.resolver.nominal(declaration.owner, at: outside) else {
      return fail(declaration, "the class '\(Self.dotted(declaration.owner))' is not found")
    }
    guard owner.kind == .class else {
      return fail(declaration, "'\(Self.dotted(owner.names))' is no class")
    }
    if owner.access <= .fileprivate {
      return fail(
        declaration,
        "the class '\(Self.dotted(owner.names))' is private to its file; make it "
          + "internal, so that generated code can extend it")
    }
    let generic = (1...owner.names.count).contains {
      sources.resolver.own.declaration(Array(owner.names.prefix($0)))?.isGeneric == true
    }
    if generic {
      return fail(declaration, "the class '\(Self.dotted(owner.names))' is generic")
    }
    return owner
  }

  private static func dotted(_ names: [String]) -> String { names.joined(separator: ".") }

  // MARK: - Types

  private mutating func kind(
    of declaration: ManagedDeclaration, _ place: TypeResolver.Place
  ) -> ManagedMember.Kind? {
    switch declaration.kind {
    case .property(let type):
      return resolve(type, of: declaration, at: place).map {
        .property($0, text: text(of: type, $0, at: place))
      }
    case .method(let parameters):
      guard ToManyCall(declaration.name, parameters) != nil else {
        return fail(
          declaration,
          "only methods that add to, remove from, insert into or replace in a "
            + "relationship are, named like 'addToCars(_:)'")
      }
      var types: [(parameter: ManagedDeclaration.Parameter, type: ResolvedType)] = []
      for parameter in parameters {
        var parameter = parameter
        guard let type = resolve(parameter.type, of: declaration, at: place) else { return nil }
        parameter.type.text = text(of: parameter.type, type, at: place)
        types.append((parameter, type))
      }
      return .method(types)
    }
  }

  /// Returns the type as the extension of the class names it, which does not see what the types around
  /// the class declare.
  private func text(
    of type: ManagedDeclaration.WrittenType, _ resolved: ResolvedType, at place: TypeResolver.Place
  ) -> String {
    sources.resolver.names(type.syntax, within: place) ? resolved.text : type.text
  }

  private mutating func resolve(
    _ type: ManagedDeclaration.WrittenType, of declaration: ManagedDeclaration,
    at place: TypeResolver.Place
  ) -> ResolvedType? {
    if type.syntax == .unsupported {
      return fail(declaration, "a type like '\(type.text)' no managed property can have")
    }
    guard let resolved = sources.resolver.resolve(type.syntax, at: place) else {
      return fail(
        declaration,
        "its type '\(type.text)' is declared neither in the sources of this target or "
          + "of those it depends on, nor in Foundation")
    }
    if resolved.access <= .fileprivate {
      return fail(declaration, "its type '\(type.text)' is private to its file; make it internal")
    }
    return resolved
  }

  private mutating func fail<T>(_ declaration: ManagedDeclaration, _ why: String) -> T? {
    diagnostics.append(
      ModelDiagnostic(
        .error, file: declaration.file, line: declaration.line,
        "the @NSManaged declaration '\(declaration.name)' cannot be served: \(why)"))
    return nil
  }
}
