// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Where a member is declared.
struct SymbolContext {
  /// The type that it is a member of.
  var owner: NominalType
  /// The module whose source declares it.
  var module: String
  /// The discriminator of private members of different files; nil for all others.
  var discriminator: String?

  /// Returns the discriminator of private declarations of a file.
  static func discriminator(module: String, fileName: String) -> String {
    "_" + MD5.hexadecimal(Array((module + fileName).utf8))
  }
}
