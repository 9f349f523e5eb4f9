// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreTestSupport

/// Values of tables replaced by others that no store writes: a file that is whole, and says what
/// cannot be.
enum DamagedValue {
  private static let values = [
    "-1", "0", "1", "2", "7", "61", "-9223372036854775808", "9223372036854775807",
    "9223372036854775806", "4611686018427387904", "1152921504606846977", "2147483648",
    "4294967296", "1e300", "-1e300", "9e999", "0.5", "'text'", "''", "'12'", "x''", "x'00'",
    "x'02'", "zeroblob(40)", "NULL", "CAST(x'FF80' AS TEXT)", "zeroblob(200000)",
  ]

  static func write(to url: URL, _ dice: inout SplitMix64) throws {
    let tables = RawFile.texts(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
        + "ORDER BY name", at: url)
    for _ in 0...dice.below(4) {
      let table = dice.pick(tables)
      let columns = RawFile.texts("SELECT name FROM pragma_table_info('\(table)')", at: url)
      let column = dice.pick(columns)
      let rows = RawFile.texts("SELECT rowid FROM \(table)", at: url)
      guard !rows.isEmpty else { continue }
      let row = dice.pick(rows)
      let place = dice.oneIn(8) ? "1" : "rowid = \(row)"
      // What the file refuses, such as a number that is there already, is no damage.
      _ = try RawFile.run(
        "UPDATE OR IGNORE \(table) SET \(column) = \(dice.pick(values)) WHERE \(place)", at: url)
    }
  }
}
#endif
