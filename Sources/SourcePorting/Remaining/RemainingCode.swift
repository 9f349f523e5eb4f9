// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// The parts of a source that do not compile on Linux, or does something else there, and that
/// nobody can change without knowing the program.
struct RemainingCode {
  let code: SourceCode
  let types: TypeIndex
  private(set) var remainders: [Remainder] = []

  init(_ code: SourceCode, _ types: TypeIndex) {
    self.code = code
    self.types = types
    for declaration in code.declarations { look(at: declaration) }
    for index in code.tokens.indices where code.tokens.all[index].isName { look(at: index) }
    lookAtCasts()
  }

  mutating func add(_ topic: RemainderTopic, at index: Int, _ reason: String) {
    remainders.append(Remainder(topic: topic, line: code.line(index), reason: reason))
  }

  private mutating func look(at index: Int) {
    lookForAbsentSymbol(at: index)
    lookForObservation(at: index)
    lookForRuntime(at: index)
    lookForArchive(at: index)
    lookForSetLiteral(at: index)
  }

  // MARK: - Declarations

  private mutating func look(at declaration: Declaration) {
    if let index = declaration.modifiers["override"], let owner = code.owner(of: declaration) {
      look(atOverride: declaration, at: index, in: owner)
    }
    if let index = declaration.modifiers["dynamic"] {
      add(
        .dynamicMember, at: index,
        "'dynamic' of '\(declaration.name)' has no effect: nothing observes it by key")
    }
    if declaration.kind == .import { look(atImport: declaration) }
    if declaration.kind == .func { look(atValidation: declaration) }
  }

  private mutating func look(
    atOverride member: Declaration, at index: Int, in owner: Declaration
  ) {
    if owner.kind == .extension {
      add(
        .override, at: index,
        "'\(member.name)' overrides in an extension of '\(owner.name)': move it into the body of "
          + "the class")
    } else if let name = code.signature(of: member), let type = types.extended(name, above: owner) {
      add(
        .override, at: index,
        "'\(member.name)' overrides what an extension of '\(type)' declares: declare it in the body "
          + "of a class, or as a requirement of a protocol")
    }
  }

  private mutating func look(atImport statement: Declaration) {
    let module = SourceCode.module(of: statement)
    guard AppleModules.names.contains(module) else { return }
    add(
      .applePlatform, at: statement.keyword,
      "the module '\(module)' exists on Apple's platforms only: put what needs it between "
        + "'#if canImport(\(module))' and '#endif', or do without it")
  }

  /// `validateName(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws`
  private mutating func look(atValidation function: Declaration) {
    let key = function.name.dropFirst("validate".count)
    guard function.name.hasPrefix("validate"), key.first?.isUppercase == true,
      code.labels(of: function) == ["_"]
    else { return }
    let open = function.nameIndex + 1
    guard let end = code.tokens.closing(of: open),
      (open...end).contains(where: { code.tokens.at($0, "AutoreleasingUnsafeMutablePointer") })
    else { return }
    add(
      .validation, at: function.keyword,
      "'\(function.name)' is not called, since there are no methods by name: override 'class func "
        + "validator(forKey:)' instead")
  }

  // MARK: - Casts

  private mutating func lookAtCasts() {
    for cast in RequestCasts.casts(in: code.tokens.all) {
      let mark = cast.isForced ? "!" : "?"
      let type = "NSFetchRequest<\(cast.type)>"
      add(
        .requestCast, at: cast.index,
        "'as\(mark) \(type)' \(cast.isForced ? "stops the program" : "is nil") unless the request was "
          + "made as '\(type)': make it with the type that is needed")
    }
  }
}
