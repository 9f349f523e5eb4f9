// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes imports of submodules those of the module, and adds the imports that a file needs here.
struct ImportRewriting {
  /// Modules that bring Foundation's names with them.
  private static let foundations: Set<String> = [
    "Foundation", "FoundationNetworking", "FoundationXML", "XCTest",
  ]

  private static let access = ["public", "package", "internal", "fileprivate", "private"]

  private let code: SourceCode
  private(set) var edits: [SourceEdit] = []

  /// - Parameter bareNames: classes that will be named without Foundation before them.
  init(
    _ code: SourceCode, _ context: PortContext, needsSelector: Bool, bareNames: Set<String>
  ) {
    self.code = code
    for statement in code.imports where statement.name.hasPrefix("CoreData.") {
      shorten(statement)
    }
    let imports = code.imports.filter { !$0.name.contains(" ") }
    guard let foundation = imports.last(where: { Self.foundations.contains(Self.module($0)) })
    else {
      return
    }
    let whole = imports.last { Self.module($0) == "CoreData" }
    let uses = ImportedNames(code)
    if whole == nil {
      guard context.importsCoreData(besides: code.path), uses.needsCoreData || needsSelector else {
        return
      }
    }
    let names = uses.types.union(bareNames).filter { !isSettled($0) }
    let lines = (whole == nil ? ["CoreData"] : []) + names.sorted().map { "class CoreData.\($0)" }
    add(lines, after: whole ?? foundation)
  }

  private static func module(_ statement: Declaration) -> String {
    SourceCode.module(of: statement)
  }

  private mutating func shorten(_ statement: Declaration) {
    guard let end = statement.end else { return }
    edits.append(
      SourceEdit(
        topic: .moduleImport, line: code.line(statement.keyword),
        range: code.range(statement.nameIndex + 1, through: end - 1), replacement: ""))
  }

  /// Returns true if the file says already which class it means.
  private func isSettled(_ name: String) -> Bool {
    code.declarations.contains {
      $0.kind == .import && $0.name.hasSuffix(" CoreData.\(name)")
        || $0.kind == .typealias && $0.name == name
    }
  }

  private mutating func add(_ lines: [String], after statement: Declaration) {
    guard !lines.isEmpty, let end = statement.end else { return }
    let bytes = code.bytes
    let tokenEnd = code.tokens.all[end - 1].range.upperBound
    let newline = bytes[tokenEnd...].firstIndex(of: UInt8(ascii: "\n"))
    let place = newline.map { $0 + 1 } ?? bytes.count
    let isCarriageReturn = newline.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let ending = isCarriageReturn ? "\r\n" : "\n"
    let prefix = indentation(of: statement) + self.prefix(of: statement)
    let text = lines.map { "\(prefix)import \($0)\(ending)" }.joined()
    edits.append(
      SourceEdit(
        topic: .moduleImport, line: code.line(end - 1) + 1, range: place..<place,
        replacement: newline == nil ? ending + text : text))
  }

  private func prefix(of statement: Declaration) -> String {
    Self.access.first { statement.modifiers[$0] != nil }.map { $0 + " " } ?? ""
  }

  /// Returns the blanks before a statement, if it is the first of its line.
  private func indentation(of statement: Declaration) -> String {
    let start = code.tokens.all[statement.start].range.lowerBound
    let line = code.bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let text = code.text(line..<start)
    return text.allSatisfy { $0 == " " || $0 == "\t" } ? text : ""
  }
}

/// The names of a source that decide what it has to import.
struct ImportedNames {
  /// Classes that Foundation has too and that are named as types. Calls need no import: of the two
  /// only this library's has the initialiser.
  private(set) var types: Set<String> = []
  /// True if something is used that Foundation on Linux lacks.
  private(set) var needsCoreData = false

  init(_ code: SourceCode) {
    let tokens = code.tokens
    for index in tokens.indices {
      let isQualified = tokens.at(index - 2, "CoreData") || tokens.at(index - 2, "Foundation")
      guard let name = tokens.name(index), !tokens.isMember(index) || isQualified else { continue }
      if ModuleNameRewriting.shadowed.contains(name) {
        needsCoreData = true
        if !Self.isCall(tokens, index) { types.insert(name) }
      }
      if ModuleNameRewriting.supplied.contains(name) || name == "NSSortDescriptor"
        || (name == "NSPredicate" && Self.readsFormats(tokens, index))
      {
        needsCoreData = true
      }
    }
  }

  /// `NSPredicate(format: …)`, or an extension, which may write `self.init(format: …)`.
  private static func readsFormats(_ tokens: CodeTokens, _ index: Int) -> Bool {
    tokens.at(index + 1, "(", "format", ":") || tokens.at(index - 1, "extension")
  }

  /// `NSExpression(…)` or `NSExpression.member`, not `NSComparisonPredicate.Operator`.
  private static func isCall(_ tokens: CodeTokens, _ index: Int) -> Bool {
    if tokens.at(index + 1, "(") { return true }
    guard tokens.at(index + 1, "."), let member = tokens.name(index + 2) else { return false }
    return member != "self" && member.first?.isUppercase == false
  }
}
