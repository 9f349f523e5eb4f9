// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What is timed. The raw value is the short name used on command lines and in results.
public enum DebianCase: String, CaseIterable, Sendable {
  case importIndex = "D1"
  case reverseDependencies = "D2"
  case search = "D3"
  case sections = "D4"
  case update = "D5"
  case maintainers = "D6"

  /// A few words for tables.
  public var title: String {
    switch self {
    case .importIndex: "import"
    case .reverseDependencies: "reverse dependencies"
    case .search: "search"
    case .sections: "sections"
    case .update: "update"
    case .maintainers: "maintainers"
    }
  }

  /// Whether the case changes the store, so that it needs a copy.
  public var changesData: Bool { self == .importIndex || self == .update }
}
