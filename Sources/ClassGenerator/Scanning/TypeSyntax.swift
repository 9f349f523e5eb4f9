// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A type as a source writes it.
indirect enum TypeSyntax: Equatable {
  /// `Foundation.Date`, `Set<Car>`: names with their generic arguments.
  case named([Component])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  /// `NSObject & NSCoding`
  case composition([TypeSyntax])
  /// Tuples, functions, metatypes, `some`: nothing that a managed property may have.
  case unsupported

  struct Component: Equatable {
    var name: String
    var arguments: [TypeSyntax] = []
  }

  static func name(_ names: String...) -> TypeSyntax {
    .named(names.map { Component(name: $0) })
  }
}
