// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Finds imports, types and `@NSManaged` declarations in a Swift source.
///
/// Bodies of functions are passed over, so only what is declared at file level or in types is
/// seen. A source that does not compile gives a result that is of no use, never a failure.
struct SourceScanner {
  /// A type's body, or an extension's.
  struct Scope {
    var path: [String]
    /// The access of members that say nothing.
    var memberAccess: AccessLevel
    /// The most that members can have.
    var limit: AccessLevel
  }

  let file: String
  var cursor: TokenCursor
  var result = ScannedSource()
  var scopes: [Scope] = []
  var conditions = ConditionStack()
  private var prefix = DeclarationPrefix()

  private init(_ source: String, file: String) {
    self.file = file
    cursor = TokenCursor(SwiftLexer.tokens(of: source))
  }

  /// - Parameter file: the file's path, for diagnostics and for names that depend on it.
  static func scan(_ source: String, file: String) -> ScannedSource {
    var scanner = SourceScanner(source, file: file)
    while scanner.cursor.current != nil { scanner.next() }
    scanner.result.diagnostics += RequestCasts.warnings(in: scanner.cursor.tokens, file: file)
    return scanner.result
  }

  // MARK: - One step

  private mutating func next() {
    guard let token = cursor.current else { return }
    switch token.kind {
    case .condition(let directive):
      conditions.handle(directive, token.text)
      cursor.advance()
    case .word where !isMember: word(token)
    case .mark: mark(token)
    default: pass()
    }
  }

  /// True if the token follows a dot, as a name and never as a keyword.
  private var isMember: Bool { cursor.peek(-1)?.is(".") == true }

  private mutating func pass() {
    cursor.advance()
    prefix = DeclarationPrefix()
  }

  private mutating func mark(_ token: SwiftToken) {
    switch token.text {
    case "@": attribute()
    case "}":
      _ = scopes.popLast()
      pass()
    case "{": skipBody()
    case "(", "[":
      cursor.skipBracketed()
      prefix = DeclarationPrefix()
    default: pass()
    }
  }

  private mutating func skipBody() {
    if let managed = cursor.skipBracketed(finding: "NSManaged") {
      fail(managed.line, "@NSManaged in a class within a function cannot be served")
    }
    prefix = DeclarationPrefix()
  }

  private mutating func attribute() {
    cursor.advance()
    guard let name = cursor.takeName() else { return }
    while cursor.take(".") { _ = cursor.takeName() }
    if cursor.at("("), cursor.current?.isJoined == true { cursor.skipBracketed() }
    if name == "NSManaged" { prefix.isManaged = true }
    if name.hasSuffix("Actor") { prefix.isActorBound = true }
    if ["preconcurrency", "testable", "_spi"].contains(name) {
      prefix.importAttributes.append("@\(name)")
    }
  }

  private mutating func word(_ token: SwiftToken) {
    if let access = AccessLevel(word: token.text) { return take(access) }
    if DeclarationPrefix.modifiers.contains(token.text) { return modifier() }
    let prefix = prefix
    switch token.text {
    case "static":
      self.prefix.isTypeMember = true
      cursor.advance()
    case "class"
    where cursor.peek().map { DeclarationPrefix.memberKeywords.contains($0.text) } == true:
      self.prefix.isTypeMember = true
      cursor.advance()
    case "import": takeImport(prefix)
    case "class", "actor": takeType(.class, prefix)
    case "struct": takeType(.struct, prefix)
    case "enum": takeType(.enum, prefix)
    case "protocol": takeType(.protocol, prefix)
    case "extension": takeExtension(prefix)
    case "typealias": takeAlias(prefix)
    case "var" where prefix.isManaged: takeProperties(prefix)
    case "func" where prefix.isManaged: takeMethod(prefix)
    default: pass()
    }
  }

  private mutating func take(_ access: AccessLevel) {
    cursor.advance()
    guard cursor.at("(") else {
      prefix.access = access
      return
    }
    cursor.skipBracketed()
    prefix.setterAccess = access
  }

  private mutating func modifier() {
    cursor.advance()
    if cursor.at("("), cursor.current?.isJoined == true { cursor.skipBracketed() }
  }

  // MARK: - For the kinds of declarations

  mutating func clearPrefix() { prefix = DeclarationPrefix() }

  mutating func fail(_ line: Int, _ message: String) {
    result.diagnostics.append(ModelDiagnostic(.error, file: file, line: line, message))
  }
}
