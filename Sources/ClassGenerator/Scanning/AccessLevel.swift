// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Who may use a declaration, from the fewest to the most.
enum AccessLevel: Int, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`
  case open

  init?(word: String) {
    switch word {
    case "private": self = .private
    case "fileprivate": self = .fileprivate
    case "internal": self = .internal
    case "package": self = .package
    case "public": self = .public
    case "open": self = .open
    default: return nil
    }
  }

  static func < (first: AccessLevel, second: AccessLevel) -> Bool {
    first.rawValue < second.rawValue
  }
}
