// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Turns the default text of an attribute into a value of the attribute's type.
///
/// Forgiving as shipped models need it: numbers are read as far as they go, garbage is zero.
package enum DefaultValueParser {
  /// Returns the default value; `nil` when the file names none, also for scalars, or when its text
  /// is no decimal, UUID or URL.
  package static func defaultValue(of attribute: AttributeDocument) -> ModelValue? {
    if attribute.kind == .date {
      return attribute.defaultDateTimeInterval.map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    }
    return attribute.defaultValueString.flatMap { value($0, of: attribute.kind) }
  }

  /// Returns the value of a text for a type; `nil` for types that have no textual form, and for a
  /// text that is no decimal, UUID or URL.
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

  /// Why a text is not what it seems as a value of a type; `nil` when it is one, or when the type
  /// has no textual form.
  package static func problem(with text: String, of kind: AttributeKind) -> String? {
    let name = kind.xmlName ?? "value"
    switch kind {
    case .integer16, .integer32, .integer64:
      return Double(text).map {
        range(of: kind).contains($0) ? nil : "is out of the range of \(name)"
      }
        ?? "is no \(name); it counts as \(LeadingNumber(text).integer)"
    case .double, .float:
      return Double(text) == nil ? "is no \(name); it counts as \(LeadingNumber(text).double)" : nil
    case .boolean:
      let isPlain =
        ["yes", "no", "true", "false"].contains(text.lowercased()) || Double(text) != nil
      return isPlain ? nil : "is no \(name); it counts as \(boolean(text) ? "YES" : "NO")"
    case .decimal, .uuid, .uri:
      return value(text, of: kind) == nil ? "is no \(name)" : nil
    case .string, .undefined, .date, .binaryData, .transformable, .objectID, .composite:
      return nil
    }
  }

  private static func range(of kind: AttributeKind) -> ClosedRange<Double> {
    switch kind {
    case .integer16: Double(Int16.min)...Double(Int16.max)
    case .integer32: Double(Int32.min)...Double(Int32.max)
    default: Double(Int64.min)...Double(Int64.max)
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
