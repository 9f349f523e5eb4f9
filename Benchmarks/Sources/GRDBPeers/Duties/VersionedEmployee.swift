// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// An employee with the version of its row.
struct VersionedEmployee: FetchableRecord {
  static let selection =
    "SELECT \(HandEmployee.columns), version FROM employee WHERE department = ?"

  var row: HandEmployee
  let version: Int64

  init(row: Row) {
    self.row = HandEmployee(row: row)
    version = row[9]
  }
}
