// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The string functions of predicates.
enum TextFunctions {
  static func lowercase(_ text: String) -> String { text.lowercased() }
  static func uppercase(_ text: String) -> String { text.uppercased() }
  static func canonical(_ text: String) -> String { StringFolding.canonical(text) }
  /// In UTF-16 units, as an `NSString` counts.
  static func length(_ text: String) -> Int { text.utf16.count }

  /// Returns the text that the case-insensitive collation compares byte by byte.
  static func caseFolded(_ text: String) -> String { StringFolding.fold(text, .caseInsensitive) }
}
