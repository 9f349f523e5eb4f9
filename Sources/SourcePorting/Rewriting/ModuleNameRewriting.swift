// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Changes `Foundation.` before what this library has in its place.
struct ModuleNameRewriting {
  /// Classes that Foundation has too, unusable here: a module's name does not tell them apart, a
  /// scoped import does.
  static let shadowed: Set<String> = ["NSComparisonPredicate", "NSExpression"]

  /// The names that Foundation on Linux lacks.
  static let supplied: Set<String> = [
    "NSKeyValueSetMutationKind", "NSSecureUnarchiveFromDataTransformer", "NSValueTransformerName",
    "UndoManager", "ValueTransformer",
  ]

  private(set) var edits: [SourceEdit] = []
  /// The shadowed classes whose module's name is taken away.
  private(set) var bareNames: Set<String> = []

  init(_ code: SourceCode) {
    let tokens = code.tokens
    for index in tokens.indices where tokens.at(index, "Foundation", ".") {
      guard !tokens.isMember(index), let name = tokens.name(index + 2) else { continue }
      let isShadowed = Self.shadowed.contains(name)
      guard isShadowed || Self.supplied.contains(name) else { continue }
      if isShadowed { bareNames.insert(name) }
      edits.append(
        SourceEdit(
          topic: .moduleName, line: code.line(index),
          range: code.range(index, through: isShadowed ? index + 1 : index),
          replacement: isShadowed ? "" : "CoreData"))
    }
  }
}
