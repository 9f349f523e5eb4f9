// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The style of text that may be set off by control sequences.
enum TextStyle {
  /// On a terminal, unless told otherwise (https://no-color.org).
  static var isColoured: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(1) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  enum Code: String {
    case strong = "1"
    case quiet = "2"
    case red = "31"
    case green = "32"
  }
}

extension String {
  /// Returns the text between control sequences, or as it is.
  func styled(_ code: TextStyle.Code, _ isColoured: Bool) -> String {
    isColoured ? "\u{1B}[\(code.rawValue)m\(self)\u{1B}[0m" : self
  }
}
