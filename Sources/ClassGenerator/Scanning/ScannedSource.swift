// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The declarations of a Swift file, as far as accessors of managed properties depend on it.
struct ScannedSource {
  var imports: [ImportDeclaration] = []
  var types: [TypeDeclaration] = []
  var managed: [ManagedDeclaration] = []
  var diagnostics: [ModelDiagnostic] = []
}

/// An import, as it has to be repeated in another file to see the same types.
struct ImportDeclaration: Hashable {
  /// The statement, without attributes that re-export.
  var text: String
  var module: String
  var conditions: [String]
}

/// A type, or another name for one.
struct TypeDeclaration {
  enum Kind { case `class`, `struct`, `enum`, `protocol`, alias }

  var kind: Kind
  /// The names of the types around it, and its own.
  var path: [String]
  /// The least access of itself and the types around it.
  var access: AccessLevel
  var isGeneric = false
  /// True if a global actor isolates it, so that key paths cannot be made elsewhere.
  var isActorBound = false
  /// The superclass and the protocols.
  var inherited: [TypeSyntax] = []
  /// The type that an alias stands for.
  var aliased: TypeSyntax?
  var conditions: [String] = []
}

/// A property or method whose accessors or body have to be supplied.
struct ManagedDeclaration {
  enum Kind {
    case property(WrittenType)
    case method([Parameter])
  }

  /// A type, and how the source spells it.
  struct WrittenType {
    var syntax: TypeSyntax
    var text: String
  }

  struct Parameter {
    /// nil for `_`
    var label: String?
    var name: String
    var type: WrittenType
  }

  var kind: Kind
  var name: String
  /// The class as the source names it: its path, or what an extension says.
  var owner: [String]
  var access: AccessLevel
  var setterAccess: AccessLevel
  /// The conditions of `#if` around it, all of which must hold.
  var conditions: [String]
  var file: String
  var line: Int
}
