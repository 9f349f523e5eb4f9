// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Turns the default text of an attribute into a value of the attribute's type.
///
/// Forgiving as shipped models need it: numbers are read as far as they go, garbage is zero.
package enum DefaultValueParser {
  /// The default value; `nil` when the file names none, also for scalars, or when its text is no
  /// decimal, UUID or URL.
  package static func defaultValue(of attribute: AttributeDocument) -> ModelValue? {
    if attribute.kind == .date {
      return attribute.defaultDateTimeInterval.map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    }
    return attribute.defaultValueString.flatMap { value($0, of: attribute.kind) }
  }

  /// The value of a text for a type; `nil` for types that have no textual form, and for a text
  /// that is no decimal, UUID or URL.
  package static func value(_ text: String, of kind: AttributeKind) -> ModelValue? {
    switch kind {
    case .integer16, .integer32, .integer64: .integer(LeadingNumber(text).integer)
    case .double: .double(LeadingNumber(text).double)
    case .float: .float(Float(LeadingNumber(text).double))
    case .decimal: LeadingNumber(text).decimal.map(ModelValue.decimal)
    case .boolean: .boolean(boolean(text))
    case .string: .string(text)
    case .uuid: UUID(uuidString: text).map(ModelValue.uuid)
    case .uri: URL(string: text).map(ModelValue.uri)
    case .undefined, .date, .binaryData, .transformable, .objectID, .composite: nil
    }
  }

  private static func boolean(_ text: String) -> Bool {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: LeadingNumber(text).double != 0
    }
  }
}
