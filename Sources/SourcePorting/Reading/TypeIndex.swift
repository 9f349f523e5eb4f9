// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The types that a set of sources declares.
struct TypeIndex {
  /// Paths of names with dots: `Library.Book`.
  private var paths: Set<String> = []
  private var names: Set<String> = []
  private var inherited: [String: [String]] = [:]
  /// Members by their types' names: those in bodies, and those in extensions.
  private var members: [String: Set<String>] = [:]
  private var added: [String: Set<String>] = [:]

  init(_ sources: [SourceCode]) {
    for source in sources {
      for declaration in source.declarations {
        note(declaration, in: source)
        guard declaration.isType || declaration.kind == .typealias else { continue }
        names.insert(declaration.name)
        paths.insert(source.names(of: declaration).joined(separator: "."))
        inherited[declaration.name, default: []] += declaration.inherited
      }
    }
  }

  private mutating func note(_ member: Declaration, in source: SourceCode) {
    guard let owner = source.owner(of: member), let name = source.signature(of: member) else {
      return
    }
    let type = owner.name.split(separator: ".").last.map(String.init) ?? owner.name
    if owner.kind == .extension {
      added[type, default: []].insert(name)
    } else {
      members[type, default: []].insert(name)
    }
  }

  /// Returns the class above a declaration's whose extension declares a member, if none has it in
  /// its body.
  func extended(_ signature: String, above declaration: Declaration) -> String? {
    var seen: Set<String> = []
    var waiting = declaration.inherited
    var result: String?
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      if members[next]?.contains(signature) == true { return nil }
      if added[next]?.contains(signature) == true { result = next }
      waiting += inherited[next] ?? []
    }
    return result
  }

  func declares(_ name: String) -> Bool { names.contains(name) }

  /// Returns true if a type is declared within another one of this name.
  func declares(_ name: String, in owner: String) -> Bool {
    paths.contains { $0 == "\(owner).\(name)" || $0.hasSuffix(".\(owner).\(name)") }
  }

  /// Returns true if a class is below another one, as far as the sources tell. Of types of one name
  /// in different modules each counts, but for the class itself.
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
