// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Writes symbols of Swift declarations as the language's ABI has them.
///
/// What occurs again in a symbol is written as a reference to its first occurrence: identifiers,
/// types, and words within identifiers. One mangler writes one symbol.
struct SymbolMangler {
  /// A part that has been written and can be referred to.
  private enum Substitution: Hashable {
    case identifier(String)
    case type(ResolvedType)
  }

  private var identifiers = IdentifierMangler()
  private var merging = SubstitutionMerging()
  private var substitutions: [Substitution: Int] = [:]

  private var text: String { identifiers.text }

  private init() { identifiers.append("$s") }

  // MARK: - Symbols

  /// Returns the getter's and the setter's symbol of a property.
  static func accessors(
    of name: String, _ type: ResolvedType, in context: SymbolContext
  ) -> (getter: String, setter: String) {
    var mangler = SymbolMangler()
    mangler.write(context)
    mangler.write(name, discriminator: context.discriminator)
    mangler.write(type)
    return (mangler.text + "vg", mangler.text + "vs")
  }

  /// Returns the symbol of a method without a result; a nil label is `_`.
  static func method(
    _ name: String, _ parameters: [(label: String?, type: ResolvedType)],
    in context: SymbolContext
  ) -> String {
    var mangler = SymbolMangler()
    mangler.write(context)
    mangler.write(name, discriminator: context.discriminator)
    mangler.writeLabels(parameters.map(\.label))
    mangler.append("y")
    mangler.writeParameters(parameters)
    return mangler.text + "F"
  }

  // MARK: - Names

  private mutating func append(_ text: String) { identifiers.append(text) }

  private mutating func write(_ context: SymbolContext) {
    write(nominal: context.owner)
    if context.owner.module != context.module {
      write(module: context.module)
      append("E")
    }
  }

  private mutating func write(_ name: String, discriminator: String?) {
    write(identifier: name)
    guard let discriminator else { return }
    write(identifier: discriminator)
    append("LL")
  }

  private mutating func write(identifier: String) {
    if refer(to: .identifier(identifier)) { return }
    identifiers.write(identifier)
    remember(.identifier(identifier))
  }

  private mutating func write(module: String) {
    if module == "Swift" { append("s") } else { write(identifier: module) }
  }

  // MARK: - Types

  private mutating func write(_ type: ResolvedType) {
    switch type {
    case .nominal(let nominal, let arguments):
      arguments.isEmpty ? write(nominal: nominal) : write(nominal, of: arguments, as: type)
    case .existential(let protocols, let superclass, let isObject):
      write(protocols, superclass: superclass, isObject: isObject, as: type)
    }
  }

  private mutating func write(nominal: NominalType) {
    if let letter = StandardTypes.letter(of: nominal) {
      if !merging.merge(letter, isStandard: true, &identifiers) { append("S\(letter)") }
      return
    }
    let type = Substitution.type(.nominal(nominal, []))
    if refer(to: type) { return }
    writeName(of: nominal)
    append(nominal.kind.rawValue)
    remember(type)
  }

  private mutating func writeName(of nominal: NominalType) {
    if let outer = nominal.outer { write(nominal: outer) } else { write(module: nominal.module) }
    write(identifier: nominal.names.last ?? "")
  }

  private mutating func write(
    _ nominal: NominalType, of arguments: [ResolvedType], as type: ResolvedType
  ) {
    if refer(to: .type(type)) { return }
    if nominal.isSwift("Optional") {
      for argument in arguments { write(argument) }
      append("Sg")
    } else {
      write(nominal: nominal)
      append("y")
      for argument in arguments { write(argument) }
      append("G")
    }
    remember(.type(type))
  }

  private mutating func write(
    _ protocols: [NominalType], superclass: ResolvedType?, isObject: Bool,
    as type: ResolvedType
  ) {
    let isBare = protocols.isEmpty && superclass == nil
    if isBare { return append(isObject ? "yXl" : "yp") }
    if refer(to: .type(type)) { return }
    for (position, item) in protocols.enumerated() {
      writeName(of: item)
      if position == 0 { append("_") }
    }
    if let superclass {
      write(superclass)
      append("Xc")
    } else {
      append(isObject ? "Xl" : "p")
    }
    remember(.type(type))
  }

  private mutating func writeLabels(_ labels: [String?]) {
    if labels.isEmpty { return }
    if labels.allSatisfy({ $0 == nil }) { return append("y") }
    for label in labels {
      if let label { write(identifier: label) } else { append("_") }
    }
  }

  private mutating func writeParameters(_ parameters: [(label: String?, type: ResolvedType)]) {
    if parameters.isEmpty { return append("y") }
    if parameters.count == 1, parameters[0].label == nil { return write(parameters[0].type) }
    for (position, parameter) in parameters.enumerated() {
      write(parameter.type)
      if position == 0 { append("_") }
    }
    append("t")
  }

  // MARK: - Substitutions

  private mutating func remember(_ substitution: Substitution) {
    substitutions[substitution] = substitutions.count
  }

  private mutating func refer(to substitution: Substitution) -> Bool {
    guard let index = substitutions[substitution] else { return false }
    guard index < 26 else {
      append(index == 26 ? "A_" : "A\(index - 27)_")
      return true
    }
    let letter = Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index)))
    if !merging.merge(letter, isStandard: false, &identifiers) { append("A\(letter)") }
    return true
  }
}
