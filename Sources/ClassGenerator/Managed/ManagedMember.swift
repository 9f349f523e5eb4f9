// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A managed declaration with its types found: all that its accessors are written from.
struct ManagedMember {
  enum Kind {
    case property(ResolvedType, text: String)
    case method([(parameter: ManagedDeclaration.Parameter, type: ResolvedType)])
  }

  var declaration: ManagedDeclaration
  var owner: NominalType
  var kind: Kind
  var context: SymbolContext

  var name: String { declaration.name }

  /// All types in the declaration.
  var types: [ResolvedType] {
    switch kind {
    case .property(let type, _): [type]
    case .method(let parameters): parameters.map(\.type)
    }
  }

  /// Returns true if other modules may refer to the symbols.
  func isExported(_ access: AccessLevel) -> Bool { min(access, owner.access) >= .public }
}
