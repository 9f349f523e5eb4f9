// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The check that a text is UTF-8, for an error that names the line.
enum UTF8Check {
  /// Returns the first line with bytes that are no text, from 1; nil if there is none.
  static func lineOfNoText(in text: Data) -> Int? {
    guard String(validating: text, as: UTF8.self) == nil else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }
}
