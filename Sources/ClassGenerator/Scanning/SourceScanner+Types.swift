// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension SourceScanner {
  /// Reads an import; the cursor stands at the keyword.
  mutating func takeImport(_ prefix: DeclarationPrefix) {
    let line = cursor.line
    let start = cursor.index
    cursor.advance()
    clearPrefix()
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    if let kind = cursor.current, kinds.contains(where: kind.is), kind.line == line {
      cursor.advance()
    }
    guard let module = cursor.takeName() else { return }
    while cursor.at("."), cursor.current?.isJoined == true {
      cursor.advance()
      _ = cursor.takeName()
    }
    let access = prefix.access.map { "\($0) " } ?? ""
    let attributes = prefix.importAttributes.map { $0 + " " }.joined()
    result.imports.append(
      ImportDeclaration(
        text: attributes + access + cursor.text(since: start), module: module,
        conditions: conditions.conditions))
  }

  /// Reads the head of a type and enters its body; the cursor stands at the keyword.
  mutating func takeType(_ kind: TypeDeclaration.Kind, _ prefix: DeclarationPrefix) {
    cursor.advance()
    clearPrefix()
    guard let name = cursor.takeName() else { return }
    let access = min(prefix.access ?? memberAccess, scopes.last?.limit ?? .open)
    var type = TypeDeclaration(
      kind: kind, path: path + [name], access: access, conditions: conditions.conditions)
    type.isGeneric = cursor.skipAngles()
    type.isActorBound = prefix.isActorBound
    if cursor.take(":") { type.inherited = takeInherited() }
    guard skipToBody() else { return }
    result.types.append(type)
    scopes.append(
      Scope(
        path: type.path, memberAccess: kind == .protocol ? access : min(access, .internal),
        limit: access))
  }

  /// Reads the head of an extension and enters its body; the cursor stands at the keyword.
  mutating func takeExtension(_ prefix: DeclarationPrefix) {
    cursor.advance()
    clearPrefix()
    let type = cursor.takeType()
    if cursor.take(":") { _ = takeInherited() }
    guard skipToBody() else { return }
    var path: [String] = []
    if case .named(let components) = type { path = components.map(\.name) }
    scopes.append(Scope(path: path, memberAccess: prefix.access ?? .internal, limit: .open))
  }

  /// Reads another name for a type; the cursor stands at the keyword.
  mutating func takeAlias(_ prefix: DeclarationPrefix) {
    cursor.advance()
    clearPrefix()
    guard let name = cursor.takeName() else { return }
    let isGeneric = cursor.skipAngles()
    guard cursor.take("=") else { return }
    result.types.append(
      TypeDeclaration(
        kind: .alias, path: path + [name], access: prefix.access ?? memberAccess,
        isGeneric: isGeneric, aliased: cursor.takeType(), conditions: conditions.conditions))
  }

  var path: [String] { scopes.last?.path ?? [] }
  var memberAccess: AccessLevel { scopes.last?.memberAccess ?? .internal }

  private mutating func takeInherited() -> [TypeSyntax] {
    var inherited: [TypeSyntax] = []
    repeat {
      // `class`, `@unchecked`, `@preconcurrency`, `nonisolated`, `~Copyable`
      while cursor.at("@") || cursor.at("~") || cursor.at("nonisolated") {
        if cursor.at("@") { cursor.advance() }
        cursor.advance()
      }
      inherited.append(cursor.takeType())
    } while cursor.take(",")
    return inherited
  }

  private mutating func skipToBody() -> Bool {
    while let token = cursor.current {
      if token.is("{") {
        cursor.advance()
        return true
      }
      if token.is("}") { return false }
      cursor.advance()
    }
    return false
  }
}
