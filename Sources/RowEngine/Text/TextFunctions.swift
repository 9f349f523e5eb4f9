// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

enum TextFunctions {
  static func canonical(_ text: String) -> String { text.lowercased() }
  static func lowercase(_ text: String) -> String { text.lowercased() }
  static func uppercase(_ text: String) -> String { text.uppercased() }
  static func length(_ text: String) -> Int { text.utf16.count }
}
