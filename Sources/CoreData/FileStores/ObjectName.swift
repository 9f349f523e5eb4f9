// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The names of objects in a file: `z` and a number, or what else somebody wrote there.
enum ObjectName {
  /// The reference data for a name; nil for a name that no object can have.
  static func reference(_ name: String) -> Any? {
    if let number = number(name) { return NSNumber(value: number) }
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return nil }
    return name
  }

  static func number(_ name: String) -> Int64? {
    guard name.hasPrefix("z"), let number = Int64(name.dropFirst()), number > 0,
      number <= FileHeader.greatestNumber, name == "z\(number)"
    else { return nil }
    return number
  }

  static func text(_ reference: Any) -> String {
    (reference as? String) ?? "z\((reference as? NSNumber)?.int64Value ?? 0)"
  }
}
