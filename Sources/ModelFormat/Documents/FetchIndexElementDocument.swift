// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<fetchIndexElement>`: a property, or an expression with its type.
package struct FetchIndexElementDocument: Codable, Sendable, Equatable {
  package var property: String?
  /// Expression format, instead of a property.
  package var expression: String?
  /// The text of `expressionType`.
  package var expressionType: String?
  /// True if `type` is `RTree`; otherwise `Binary`.
  package var isRTree = false
  package var isAscending = true
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(property: String) { self.property = property }

  package init(expression: String, type: String?) {
    self.expression = expression
    self.expressionType = type
  }

  package init() {}
}
