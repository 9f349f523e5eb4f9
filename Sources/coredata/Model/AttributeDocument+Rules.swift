// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// The rules of an attribute for its values and their storage, in a few words each.
extension AttributeDocument {
  /// All that there is to say beside name and type.
  var remarks: String {
    let parts =
      flags + [
        defaultText.map { "default \($0)" }, boundsText,
        regularExpressionString.map { "matches \($0)" },
        derivationExpression.map { "derived: \($0)" } ?? (isDerived ? "derived" : nil),
        customClassName.map { "class \($0)" }, valueTransformerName.map { "transformer \($0)" },
        renamingIdentifier.map { "formerly \($0)" },
      ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private var flags: [String?] {
    [
      isOptional ? "optional" : nil, isTransient ? "transient" : nil,
      usesScalarValueType ? "scalar" : nil,
      allowsExternalBinaryDataStorage ? "external storage" : nil,
      allowsCloudEncryption ? "encrypted in the cloud" : nil,
      preservesValueAfterDeletion ? "preserved after deletion" : nil,
    ]
  }

  /// The default as people read it.
  var defaultText: String? { date(defaultDateTimeInterval) ?? defaultValueString }
  var minimumText: String? { date(minDateTimeInterval) ?? minValueString }
  var maximumText: String? { date(maxDateTimeInterval) ?? maxValueString }

  /// Of texts, the length is bounded.
  private var boundsText: String? {
    let subject = kind == .string ? "length " : ""
    switch (minimumText, maximumText) {
    case (let low?, let high?): return "\(subject)\(low)…\(high)"
    case (let low?, nil): return "\(subject)at least \(low)"
    case (nil, let high?): return "\(subject)at most \(high)"
    case (nil, nil): return nil
    }
  }

  private func date(_ seconds: Double?) -> String? {
    seconds.map { Date(timeIntervalSinceReferenceDate: $0).ISO8601Format() }
  }
}

extension RelationshipDocument {
  /// All that there is to say beside name and destination.
  var remarks: String {
    let parts = [
      isOptional ? "optional" : nil, isTransient ? "transient" : nil, countText,
      inverseName.map { "inverse \($0)" }, "on delete: \(deletionRule.xmlName.lowercased())",
      renamingIdentifier.map { "formerly \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// How many a to-many takes, where that is bounded.
  private var countText: String? {
    guard isToMany else { return nil }
    switch (minCount, maxCount) {
    case (0, 0): return nil
    case (let low, 0): return "at least \(low)"
    case (0, let high): return "at most \(high)"
    case (let low, let high): return "\(low)…\(high)"
    }
  }
}
