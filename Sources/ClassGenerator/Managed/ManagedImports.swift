// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The imports of the files with managed declarations, for the one file with all accessors.
struct ManagedImports {
  private let sources: ManagedSources
  private let members: [ManagedMember]

  init(_ sources: ManagedSources, _ members: [ManagedMember]) {
    self.sources = sources
    self.members = members
  }

  func write(to source: inout SourceText) {
    let files = Set(members.map(\.declaration.file))
    let imports = sources.files.filter { files.contains($0.path) }.flatMap(\.scan.imports)
      .filter { !$0.conditions.contains(where: PlatformCondition.isFalse) }
    source.line()
    if !imports.contains(where: { $0.module == "CoreData" }) { source.line("import CoreData") }
    var written: Set<ImportDeclaration> = []
    for statement in imports {
      var statement = statement
      statement.text = text(of: statement, among: imports)
      guard written.insert(statement).inserted else { continue }
      source.conditional(statement.conditions) { $0.line(statement.text) }
    }
  }

  /// Returns the statement; public only if a symbol that others may refer to needs it, since an
  /// import that is public for nothing draws a warning.
  private func text(of statement: ImportDeclaration, among all: [ImportDeclaration]) -> String {
    let prefix = "public "
    guard statement.text.contains(prefix + "import"), !isNeeded(statement.module, among: all) else {
      return statement.text
    }
    return statement.text.replacing(prefix, with: "", maxReplacements: 1)
  }

  private func isNeeded(_ module: String, among all: [ImportDeclaration]) -> Bool {
    let exported = members.filter { $0.isExported($0.declaration.access) }
    let modules = Set(exported.flatMap(\.types).flatMap(\.modules))
    if modules.contains(module) { return true }
    // CoreData exports Foundation again.
    let isFoundationImported = all.contains { $0.text.hasSuffix("public import Foundation") }
    let usesFoundation = modules.contains { $0.hasPrefix("Foundation") }
    return module.hasPrefix("Foundation") && usesFoundation
      || module == "CoreData" && usesFoundation && !isFoundationImported
  }
}

extension ResolvedType {
  /// The modules of all types in it.
  var modules: [String] {
    switch self {
    case .nominal(let type, let arguments): [type.module] + arguments.flatMap(\.modules)
    case .existential(let protocols, let superclass, _):
      protocols.map(\.module) + (superclass?.modules ?? [])
    }
  }
}
