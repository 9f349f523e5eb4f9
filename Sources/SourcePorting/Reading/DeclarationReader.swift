// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Finds the declarations of a source, those within functions too. A source that does not compile
/// gives a result that is of no use, never a failure.
struct DeclarationReader {
  private static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final",
    "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating",
    "open", "optional", "override", "package", "postfix", "prefix", "private", "public",
    "required", "static", "unowned", "weak",
  ]

  private static let memberKeywords: Set<String> = [
    "var", "let", "func", "subscript", "init", "typealias",
  ]

  private struct Scope {
    /// The type or extension whose body it is: an index in the list of declarations.
    var owner: Int?
    /// How many parentheses and brackets are open.
    var depth = 0
  }

  private let tokens: CodeTokens
  private var index = 0
  private(set) var declarations: [Declaration] = []
  /// The file, and each block around the index.
  private var scopes = [Scope()]
  /// The scopes at the beginning of each conditional block, where its branches begin again.
  private var branches: [[Scope]] = []
  private var attributes: [Int] = []
  private var modifiers: [String: Int] = [:]

  private init(_ tokens: CodeTokens) { self.tokens = tokens }

  static func declarations(in tokens: CodeTokens) -> [Declaration] {
    var reader = DeclarationReader(tokens)
    while reader.index < tokens.all.count { reader.next() }
    reader.clear()
    return reader.declarations
  }

  // MARK: - One step

  private mutating func next() {
    let token = tokens.all[index]
    switch token.kind {
    case .condition(let directive):
      handle(directive)
      pass()
    case .mark: mark(token.text)
    case .word where !tokens.isMember(index): word(token.text)
    default: pass()
    }
  }

  private mutating func pass() {
    clear()
    index += 1
  }

  private mutating func clear() {
    // What attributes stood before something that is no declaration known here.
    if !attributes.isEmpty { add(Declaration(kind: .unknown, keyword: index, nameIndex: index)) }
    modifiers = [:]
  }

  private mutating func handle(_ directive: SwiftToken.Directive) {
    switch directive {
    case .if: branches.append(scopes)
    case .elseif, .else: scopes = branches.last ?? scopes
    case .endif: _ = branches.popLast()
    }
  }

  private mutating func mark(_ text: String) {
    switch text {
    case "@" where tokens.name(index + 1) != nil: attribute()
    case "{":
      scopes.append(Scope())
      pass()
    case "}":
      leave()
      pass()
    default:
      if "([".contains(text) { scopes[scopes.count - 1].depth += 1 }
      if ")]".contains(text) { scopes[scopes.count - 1].depth -= 1 }
      pass()
    }
  }

  private mutating func leave() {
    guard scopes.count > 1, let owner = scopes.removeLast().owner else { return }
    declarations[owner].end = index
  }

  private mutating func attribute() {
    attributes.append(index)
    index += 2
    while tokens.at(index, "."), tokens.name(index + 1) != nil { index += 2 }
    guard let token = tokens[index], token.is("("), let end = tokens.closing(of: index) else {
      return
    }
    // Elsewhere a parenthesis after a space may begin a type: `@Sendable (Int) -> Void`.
    if token.isJoined { index = end + 1 }
  }

  private mutating func word(_ text: String) {
    if Self.modifiers.contains(text) || isClassModifier(text) { return modifier(text) }
    // Within parentheses keywords are labels.
    guard scopes.last?.depth == 0 else { return pass() }
    switch text {
    case "class", "actor", "struct", "enum", "protocol": type(text)
    case "extension": extended()
    case "func": named(.func)
    case "var": named(.var)
    case "let": named(.let)
    case "typealias": named(.typealias)
    case "init" where isInitialiser: initialiser()
    case "import": imported()
    default: pass()
    }
  }

  private func isClassModifier(_ text: String) -> Bool {
    guard text == "class", let next = tokens[index + 1] else { return false }
    return next.kind == .word
      && (Self.memberKeywords.contains(next.text) || Self.modifiers.contains(next.text))
  }

  private mutating func modifier(_ text: String) {
    modifiers[text] = modifiers[text] ?? index
    index += 1
    if let token = tokens[index], token.is("("), token.isJoined, let end = tokens.closing(of: index)
    {
      index = end + 1
    }
  }

  // MARK: - Declarations

  @discardableResult
  private mutating func add(_ declaration: Declaration) -> Int {
    var declaration = declaration
    declaration.attributes = attributes
    declaration.modifiers = modifiers
    declaration.owner = scopes.last?.owner
    declarations.append(declaration)
    attributes = []
    modifiers = [:]
    return declarations.count - 1
  }

  private mutating func named(_ kind: Declaration.Kind) {
    let keyword = index
    index += 1
    var declaration = Declaration(kind: kind, keyword: keyword, nameIndex: index)
    declaration.name = tokens[index]?.text ?? ""
    if tokens.name(index) != nil { index += 1 }
    add(declaration)
  }

  /// True if `init` begins a declaration, not a call.
  private var isInitialiser: Bool {
    guard scopes.last?.owner != nil, let next = tokens[index + 1] else { return false }
    return ["(", "?", "!", "<"].contains(next.text)
  }

  private mutating func initialiser() {
    var declaration = Declaration(kind: .`init`, keyword: index, nameIndex: index)
    declaration.name = "init"
    add(declaration)
    index += 1
  }

  private mutating func imported() {
    let keyword = index
    let line = tokens.all[index].line
    var names: [String] = []
    index += 1
    while let token = tokens[index], token.line == line, token.isName || token.is(".") {
      names.append(token.text)
      index += 1
    }
    var declaration = Declaration(kind: .import, keyword: keyword, nameIndex: keyword + 1)
    // `import class CoreData.NSExpression` has a kind before the path.
    let separated = names.firstIndex(of: ".").map { $0 == 2 } ?? (names.count == 2)
    declaration.name = separated ? "\(names[0]) \(names[1...].joined())" : names.joined()
    declaration.end = index
    add(declaration)
  }

  private mutating func type(_ text: String) {
    guard let kind = Declaration.Kind(rawValue: text), let name = tokens.name(index + 1) else {
      return pass()
    }
    var declaration = Declaration(kind: kind, keyword: index, nameIndex: index + 1)
    declaration.name = name
    index = tokens.afterAngles(index + 2)
    enter(declaration)
  }

  private mutating func extended() {
    guard let first = tokens.name(index + 1) else { return pass() }
    var declaration = Declaration(kind: .extension, keyword: index, nameIndex: index + 1)
    index += 2
    var names = [first]
    while tokens.at(index, "."), let name = tokens.name(index + 1) {
      names.append(name)
      index += 2
    }
    declaration.name = names.joined(separator: ".")
    index = tokens.afterAngles(index)
    enter(declaration)
  }

  /// Reads what follows a type's name and enters its body, if there is one.
  private mutating func enter(_ declaration: Declaration) {
    var declaration = declaration
    if tokens.at(index, ":") {
      declaration.inheritedIndex = index + 1
      declaration.inherited = takeInherited()
    }
    let owner = add(declaration)
    while let token = tokens[index], !token.is("{") {
      if token.is("}") { return }
      if case .condition = token.kind { return }
      index += 1
    }
    scopes.append(Scope(owner: owner))
    index += 1
  }

  /// Returns the last names of the types in a list, up to the body or the requirements.
  private mutating func takeInherited() -> [String] {
    var names: [String] = []
    var last: String?
    while index + 1 < tokens.all.count {
      index += 1
      let token = tokens.all[index]
      if token.is("{") || token.is("where") { break }
      if case .condition = token.kind { break }
      if token.is("<") { index = tokens.afterAngles(index) - 1 }
      if token.is("@") { index += 1 }
      if token.is(",") || token.is("&") { names += last.map { [$0] } ?? [] }
      if let name = tokens.name(index), !tokens.at(index - 1, "@") { last = name }
    }
    return names + (last.map { [$0] } ?? [])
  }
}
