// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The functions that a managed declaration needs.
///
/// Each has the symbol of the accessor or method that the declaration leaves undefined.
struct MemberSource {
  let member: ManagedMember
  let sources: ManagedSources

  func write(to source: inout SourceText) {
    switch member.kind {
    case .property(let type, let text): write(type, text, to: &source)
    case .method(let parameters): write(parameters, to: &source)
    }
  }

  /// A subclass may declare what its superclass declares: with the class in the name its functions are others
  /// than those that it inherits.
  private var functionName: String {
    // Lengths, as in mangled names: `A` with `b_c` is not `A_b` with `c`.
    let owner = member.owner.names.map { "\($0.count)\($0)" }
    return (owner + [member.name]).joined(separator: "_")
  }

  // MARK: - Properties

  private func write(_ type: ResolvedType, _ text: String, to source: inout SourceText) {
    let symbols = SymbolMangler.accessors(of: member.name, type, in: member.context)
    let access = AccessFunctions(type, of: member, sources)
    let property = constant(access.key)
    writeFunction(
      symbols.getter, access: member.declaration.access,
      signature: "_get_\(functionName)() -> \(text)",
      body: "\(access.getter)(\(property))", to: &source)
    writeFunction(
      symbols.setter, access: member.declaration.setterAccess,
      signature: "_set_\(functionName)(_ value: __owned \(text))",
      body: "\(access.setter)(\(property), value)",
      to: &source)
  }

  /// Returns the property as the library knows it: with its slot if a model tells that, else by
  /// name.
  private func constant(_ key: String) -> String {
    let slot = sources.models.lazy.compactMap {
      $0.slot(of: key, inClass: member.owner.names.last ?? "")
    }.first
    let hash = "0x" + String(PropertyNameHash.of(key), radix: 16)
    return "GeneratedProperty(\"\(key)\", slot: \(slot.map(String.init) ?? ".max"), hash: \(hash))"
  }

  private func writeFunction(
    _ symbol: String, access: AccessLevel, signature: String, body: String,
    to source: inout SourceText
  ) {
    // Dynamic as the declaration is: optimised code of other modules sees both under one symbol.
    let modifiers = (member.isExported(access) ? "@usableFromInline " : "") + "nonisolated dynamic"
    source.line("@_silgen_name(\"\(symbol)\")")
    source.block("\(modifiers) func \(signature)") { $0.line(body) }
  }

  // MARK: - Methods

  private func write(
    _ parameters: [(parameter: ManagedDeclaration.Parameter, type: ResolvedType)],
    to source: inout SourceText
  ) {
    guard let call = ToManyCall(member.name, parameters.map(\.parameter)) else { return }
    let symbol = SymbolMangler.method(
      member.name, parameters.map { ($0.parameter.label, $0.type) }, in: member.context)
    let list = parameters.map {
      "\($0.parameter.label ?? "_") \(SwiftIdentifier.escaped($0.parameter.name)): "
        + $0.parameter.type.text
    }
    writeFunction(
      symbol, access: member.declaration.access,
      signature: "_call_\(functionName)(\(list.joined(separator: ", ")))",
      body: body(call, parameters), to: &source)
  }

  private func body(
    _ call: ToManyCall,
    _ parameters: [(parameter: ManagedDeclaration.Parameter, type: ResolvedType)]
  ) -> String {
    let property = constant(key(of: call))
    let values = parameters.map { value($0.parameter, $0.type) }
    return switch call.action {
    case .add: "_add(\(values[0]), to: \(property))"
    case .remove: "_remove(\(values[0]), from: \(property))"
    case .insert: "_insert(\(values[0]), into: \(property), at: \(values[1]))"
    case .removeAt: "_remove(from: \(property), at: \(values[0]))"
    case .replace: "_replace(in: \(property), at: \(values[0]), with: \(values[1]))"
    }
  }

  /// Positions are `IndexSet`s in the library, sets of them `NSIndexSet`s in Xcode's code.
  private func value(_ parameter: ManagedDeclaration.Parameter, _ type: ResolvedType) -> String {
    let name = SwiftIdentifier.escaped(parameter.name)
    guard case .nominal(let nominal, _) = type, nominal.names == ["NSIndexSet"] else { return name }
    return "IndexSet(\(name))"
  }

  /// Returns the relationship that is declared in the class, or known to a model.
  private func key(of call: ToManyCall) -> String {
    let owner = member.owner.names
    let declared = sources.files.flatMap(\.scan.managed).filter { $0.owner.last == owner.last }
    let modelled = sources.models.flatMap { $0.properties(ofClass: owner.last ?? "") ?? [] }
    let known = Set(declared.map(\.name) + modelled)
    return call.candidates.first(where: known.contains) ?? call.candidates[0]
  }
}
