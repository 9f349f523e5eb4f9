// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Finds what a model may say but Swift cannot.
struct GenerationChecks {
  let file: String
  private(set) var diagnostics: [ModelDiagnostic] = []

  init(file: String) { self.file = file }

  /// Warns of entities that ask for code but whose class another module has, or none can be: none is
  /// generated. And of those whose parent has such a class, which generated code cannot inherit from.
  mutating func noticeForeignClasses(_ names: ClassNames) {
    for entity in names.document.entities where entity.codeGeneration != .manual {
      if names.isForeign(entity) {
        let isReserved = entity.className.split(separator: ".").last == "self"
        add(
          .warning,
          "no code is generated for entity '\(entity.name)': its class '\(entity.className)' is "
            + (isReserved ? "a word of Swift" : "of another module than '\(names.module)'"),
          at: entity.line)
      } else if let parent = entity.parentName.flatMap(names.document.entity),
        names.isForeign(parent)
      {
        add(
          .warning,
          "the class of entity '\(entity.name)' inherits from NSManagedObject: its parent's class "
            + "'\(parent.className)' is of another module than '\(names.module)'", at: entity.line)
      }
    }
  }

  /// Returns the sources that can be written: one for each class, and names that Swift can declare.
  mutating func usable(_ sources: [ClassSource]) -> [ClassSource] {
    var seen: [String: String] = [:]
    return sources.filter { source in
      checkNames(of: source)
      if let other = seen[source.name] {
        add(
          .warning,
          "entity '\(source.entity.name)' shares the class '\(source.name)' of entity "
            + "'\(other)'; the class is generated from the latter", at: source.entity.line)
        return false
      }
      seen[source.name] = source.entity.name
      return true
    }
  }

  private mutating func checkNames(of source: ClassSource) {
    let entity = source.entity
    if !SwiftIdentifier.isValid(source.name.filter { $0 != "`" }) {
      add(.error, "'\(source.name)' cannot be the name of a Swift class", at: entity.line)
    }
    for name in entity.ownPropertyNames where SwiftIdentifier.undeclarable.contains(name) {
      add(
        .warning,
        "no accessor is generated for '\(entity.name).\(name)', which no class can declare: use "
          + "value(forKey:)", at: entity.line)
    }
    for (name, _) in source.ownSlots where !SwiftIdentifier.isValid(name) {
      add(
        .error, "'\(entity.name).\(name)' cannot be the name of a Swift property", at: entity.line)
    }
  }

  private mutating func add(
    _ severity: ModelDiagnostic.Severity, _ message: String, at line: SourceLine
  ) {
    diagnostics.append(ModelDiagnostic(severity, file: file, line: line.number, message))
  }
}
