// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a package depends on another. The raw values are stored.
public enum DependencyKind: Int16, CaseIterable, Sendable {
  case depends, preDepends, recommends, suggests, enhances, breaks, conflicts, replaces, provides

  /// The field of a stanza that lists them.
  public var field: StaticString {
    switch self {
    case .depends: "Depends"
    case .preDepends: "Pre-Depends"
    case .recommends: "Recommends"
    case .suggests: "Suggests"
    case .enhances: "Enhances"
    case .breaks: "Breaks"
    case .conflicts: "Conflicts"
    case .replaces: "Replaces"
    case .provides: "Provides"
    }
  }

  /// Those without which a package does not work.
  public static let required: [DependencyKind] = [.depends, .preDepends]
}
