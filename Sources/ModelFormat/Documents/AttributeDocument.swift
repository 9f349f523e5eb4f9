// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An `<attribute>` of an entity or of a composite type.
package struct AttributeDocument: Codable, Sendable, Equatable {
  package var name: String
  package var kind = AttributeKind.undefined
  /// Absent in a file means required, against the default of the API.
  package var isOptional = false
  package var isTransient = false
  /// For kind `composite`: the name of a top-level `<composite>`.
  package var compositeName: String?
  /// The default as text; see `DefaultValueParser`.
  package var defaultValueString: String?
  /// The default of a date, seconds since 2001; wins over the text.
  package var defaultDateTimeInterval: Double?
  package var minValueString: String?
  package var maxValueString: String?
  package var minDateTimeInterval: Double?
  package var maxDateTimeInterval: Double?
  package var regularExpressionString: String?
  /// Only generated code heeds it.
  package var usesScalarValueType = false
  /// `nil` also for the empty text.
  package var valueTransformerName: String?
  /// The type in generated code of a transformable; may be Swift syntax such as `[String]`.
  package var customClassName: String?
  package var allowsExternalBinaryDataStorage = false
  package var allowsCloudEncryption = false
  package var preservesValueAfterDeletion = false
  /// True if the store computes the value; then `derivationExpression` says how.
  package var isDerived = false
  package var derivationExpression: String?
  package var versionHashModifier: String?
  /// `elementID` (or `renamingIdentifier`); `nil` means the name.
  package var renamingIdentifier: String?
  /// Legacy `indexed`: an index over this attribute alone.
  package var isIndexed = false
  package var isIndexedBySpotlight = false
  package var userInfo: [String: String] = [:]
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, kind: AttributeKind = .undefined) {
    self.name = name
    self.kind = kind
  }
}
