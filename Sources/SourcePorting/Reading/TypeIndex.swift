// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The types that a set of sources declares.
struct TypeIndex {
  /// Paths of names with dots: `Library.Book`.
  private var paths: Set<String> = []
  private var names: Set<String> = []
  private var inherited: [String: [String]] = [:]

  init(_ sources: [SourceCode]) {
    for source in sources {
      for declaration in source.declarations {
        guard declaration.isType || declaration.kind == .typealias else { continue }
        names.insert(declaration.name)
        paths.insert(source.names(of: declaration).joined(separator: "."))
        inherited[declaration.name, default: []] += declaration.inherited
      }
    }
  }

  func declares(_ name: String) -> Bool { names.contains(name) }

  /// Whether a type is declared within another one of this name.
  func declares(_ name: String, in owner: String) -> Bool {
    paths.contains { $0 == "\(owner).\(name)" || $0.hasSuffix(".\(owner).\(name)") }
  }

  /// Whether a class is below another one, as far as the sources tell. Of types of one name in
  /// different modules each counts, but for the class itself.
  func isClass(_ declaration: Declaration, below base: String) -> Bool {
    var seen: Set<String> = []
    var waiting = declaration.inherited
    while let next = waiting.popLast() {
      if next == base { return true }
      if seen.insert(next).inserted { waiting += inherited[next] ?? [] }
    }
    return false
  }
}
