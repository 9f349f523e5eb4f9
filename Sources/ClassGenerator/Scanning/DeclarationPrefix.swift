// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The attributes and modifiers before a declaration.
struct DeclarationPrefix {
  var isManaged = false
  var isTypeMember = false
  /// True if a global actor's attribute is among them.
  var isActorBound = false
  var access: AccessLevel?
  var setterAccess: AccessLevel?
  var importAttributes: [String] = []

  static let modifiers: Set<String> = [
    "final", "dynamic", "override", "lazy", "weak", "unowned", "nonisolated", "required",
    "convenience", "optional", "mutating", "nonmutating", "indirect", "isolated", "distributed",
  ]

  static let memberKeywords: Set<String> = [
    "var", "let", "func", "subscript", "init", "override", "final", "open", "public", "internal",
    "package", "private", "fileprivate", "dynamic", "nonisolated",
  ]
}
