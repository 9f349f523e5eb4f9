// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// A row's number and its version, as it was read.
struct NumberedVersion: FetchableRecord, Hashable {
  let number: Int64
  let version: Int64

  init(row: Row) {
    number = row[0]
    version = row[1]
  }

  init(_ employee: VersionedEmployee) {
    number = employee.row.id
    version = employee.version
  }
}
