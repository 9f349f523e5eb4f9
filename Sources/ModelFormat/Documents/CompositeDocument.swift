// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A top-level `<composite>`: a type made of attributes, used by attributes of kind `composite`.
package struct CompositeDocument: Codable, Sendable, Equatable {
  package var name: String
  /// May be composites themselves.
  package var attributes: [AttributeDocument] = []
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, attributes: [AttributeDocument] = []) {
    self.name = name
    self.attributes = attributes
  }
}
