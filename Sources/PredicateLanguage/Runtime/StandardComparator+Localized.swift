// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Foundation on Linux has these comparators, and the places where they are used, but no names for
// them. It keeps a comparator as options, a flag and an order; what is unexpected gives `.lexical`.

extension String.StandardComparator {
  /// Compares as file browsers do: by the locale, and numbers by their value. Foundation's on
  /// Apple's platforms, where it is the default for strings.
  public static var localizedStandard: String.StandardComparator {
    localized([.numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering])
  }

  /// Compares by the locale. Foundation's on Apple's platforms.
  public static var localized: String.StandardComparator { localized([]) }

  private static func localized(_ options: String.CompareOptions) -> String.StandardComparator {
    var comparator = lexical
    withUnsafeMutableBytes(of: &comparator) { bytes in
      guard bytes.count == MemoryLayout<UInt>.size + 2 else { return }
      bytes.storeBytes(of: options.rawValue, as: UInt.self)
      bytes[MemoryLayout<UInt>.size] = 1
    }
    return comparator
  }
}
