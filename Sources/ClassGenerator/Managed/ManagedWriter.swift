// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Writes the file with the accessors of a target's managed declarations.
struct ManagedWriter {
  private let sources: ManagedSources
  private var resolution: ManagedResolution
  private var source = SourceText()

  init(_ sources: ManagedSources) {
    self.sources = sources
    resolution = ManagedResolution(sources)
  }

  mutating func code() -> (text: String, diagnostics: [ModelDiagnostic]) {
    source.line("// Accessors of the @NSManaged declarations in \(sources.module). Do not edit.")
    let members = sources.files.flatMap(\.scan.managed)
      .filter { !$0.conditions.contains(where: PlatformCondition.isFalse) }
      .compactMap { resolution.member($0) }
    let registration = ManagedRegistration(sources, members)
    if !members.isEmpty || !registration.isEmpty {
      ManagedImports(sources, members).write(to: &source)
      for member in members { write(member) }
      registration.write(to: &source)
    }
    return (source.text, sources.files.flatMap(\.scan.diagnostics) + resolution.diagnostics)
  }

  private mutating func write(_ member: ManagedMember) {
    let declaration = member.declaration
    let file = declaration.file.split(separator: "/").last ?? ""
    let type = member.owner.names.map(SwiftIdentifier.escaped).joined(separator: ".")
    let isOwn = member.owner.module == sources.module
    source.line()
    source.conditional(declaration.conditions) { source in
      source.block("extension \(isOwn ? "" : member.owner.module + ".")\(type)") { source in
        source.line("// \(file):\(declaration.line)")
        MemberSource(member: member, sources: sources).write(to: &source)
      }
    }
  }
}

extension SourceText {
  /// Writes lines that count only under conditions.
  mutating func conditional(_ conditions: [String], _ content: (inout SourceText) -> Void) {
    if !conditions.isEmpty { line("#if \(conditions.joined(separator: " && "))") }
    content(&self)
    if !conditions.isEmpty { line("#endif") }
  }
}
