// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The number that a value counts as in sums and averages of a dictionary result, whatever it is: as in
/// SQLite's `SUM` and `AVG`, to which Apple's store leaves such columns (R-REQ-038). A text counts as the number it begins
/// with, else as zero; data as the text that they are; a date as its seconds since 2001.
enum LooseNumber {
  static func of(_ value: Any) -> Any {
    switch value {
    case let text as String: number(text)
    case let date as Date: date.timeIntervalSinceReferenceDate
    case let url as URL: number(url.absoluteString)
    case let data as Data: number(String(decoding: data, as: UTF8.self))
    case is UUID: 0.0
    default: value
    }
  }

  private static func number(_ text: String) -> Double { NSString(string: text).doubleValue }
}
