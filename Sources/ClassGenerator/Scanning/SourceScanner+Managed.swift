// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension SourceScanner {
  /// Reads `@NSManaged var a: Int16, b: Int16`; the cursor stands at the keyword.
  mutating func takeProperties(_ prefix: DeclarationPrefix) {
    cursor.advance()
    clearPrefix()
    var names: [(String, Int)] = []
    repeat {
      let line = cursor.line
      guard let name = cursor.takeName() else {
        return fail(line, "@NSManaged needs a property with a name and a type")
      }
      names.append((name, line))
      guard cursor.take(":") else { continue }
      let type = takeWrittenType()
      for (name, line) in names { add(.property(type), name: name, prefix: prefix, line: line) }
      names = []
      // What follows such a type is not known.
      if type.syntax == .unsupported { return }
    } while cursor.take(",")
    for (name, line) in names { fail(line, "the @NSManaged property '\(name)' needs a type") }
  }

  /// Reads `@NSManaged func addToCars(_ value: Car)`; the cursor stands at the keyword.
  mutating func takeMethod(_ prefix: DeclarationPrefix) {
    let line = cursor.line
    cursor.advance()
    clearPrefix()
    guard let name = cursor.takeName() else { return }
    guard cursor.at("("), let parameters = takeParameters(), !returnsSomething else {
      return fail(
        line,
        "the @NSManaged method '\(name)' cannot be served: only methods that add to, remove "
          + "from, insert into or replace in a relationship are, without generic parameters, "
          + "effects or a result")
    }
    add(.method(parameters), name: name, prefix: prefix, line: line)
  }

  private var returnsSomething: Bool {
    cursor.at("async") || cursor.at("throws") || cursor.at("rethrows") || cursor.at("where")
      || (cursor.at("-") && cursor.peek()?.is(">") == true)
  }

  private mutating func takeParameters() -> [ManagedDeclaration.Parameter]? {
    cursor.advance()
    var parameters: [ManagedDeclaration.Parameter] = []
    while !cursor.take(")") {
      guard let first = cursor.takeName() else { return nil }
      let second = cursor.takeName()
      guard cursor.take(":") else { return nil }
      let type = takeWrittenType()
      parameters.append(
        ManagedDeclaration.Parameter(
          label: first == "_" ? nil : first, name: second ?? first, type: type))
      guard cursor.take(",") || cursor.at(")") else { return nil }
    }
    return parameters
  }

  private mutating func takeWrittenType() -> ManagedDeclaration.WrittenType {
    let start = cursor.index
    let syntax = cursor.takeType()
    return ManagedDeclaration.WrittenType(syntax: syntax, text: cursor.text(since: start))
  }

  private mutating func add(
    _ kind: ManagedDeclaration.Kind, name: String, prefix: DeclarationPrefix, line: Int
  ) {
    guard !path.isEmpty, !prefix.isTypeMember else {
      return fail(
        line, "@NSManaged cannot be served here: '\(name)' is no instance member of a class")
    }
    let access = prefix.access ?? memberAccess
    result.managed.append(
      ManagedDeclaration(
        kind: kind, name: name, owner: path, access: access,
        setterAccess: min(prefix.setterAccess ?? access, access),
        conditions: conditions.conditions, file: file, line: line))
  }
}
