// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The image of a decimal number in a row: its plain text, independent of any locale and of
/// Foundation's memory layout. Text is also what SQLite is given to convert.
package enum DecimalCoding {
  package static func text(_ value: Decimal) -> String { value.description }

  /// Returns the number that a text stands for; not a number when it stands for none.
  package static func decimal(_ text: String) -> Decimal {
    Decimal(string: text, locale: posix) ?? .nan
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
