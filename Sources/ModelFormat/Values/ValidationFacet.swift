// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One validation of an attribute that its model file asks for: a predicate on the value as SELF,
/// and the error code when it fails.
package struct ValidationFacet: Sendable, Equatable {
  /// Predicate format; each `%@` takes one of the arguments.
  package var predicateFormat: String
  package var arguments: [ModelValue]
  /// The validation error code of Core Data.
  package var code: Int

  package init(_ predicateFormat: String, _ argument: ModelValue, code: Int) {
    self.predicateFormat = predicateFormat
    arguments = [argument]
    self.code = code
  }
}
