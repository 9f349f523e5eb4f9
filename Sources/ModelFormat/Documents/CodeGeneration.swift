// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The kind of code that a build generates for an entity. The raw values are the texts of
/// `codeGenerationType`; a file that says nothing means `manual`.
package enum CodeGeneration: String, Codable, Sendable {
  /// Nothing: the class is written by hand.
  case manual
  /// The class and its properties.
  case classDefinition = "class"
  /// An extension with the properties of a class written by hand.
  case category
}
