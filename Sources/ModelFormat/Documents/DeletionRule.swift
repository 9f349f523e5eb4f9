// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The effect of a deletion on the objects of a relationship. The raw values are those of
/// `NSDeleteRule`.
package enum DeletionRule: UInt, Codable, Sendable, CaseIterable {
  case noAction = 0
  case nullify = 1
  case cascade = 2
  case deny = 3

  /// The text of `deletionRule` in a model file.
  package var xmlName: String {
    switch self {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }

  /// The rule named by a `deletionRule` text.
  package init?(xmlName: String) {
    guard let rule = Self.allCases.first(where: { $0.xmlName == xmlName }) else { return nil }
    self = rule
  }
}
