// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// A row's number and its version, as it was read.
struct NumberedVersion: FetchableRecord, Hashable {
  let number: Int64
  let version: Int64

  /// The same row after a change.
  var raised: NumberedVersion { NumberedVersion(number: number, version: version + 1) }

  private init(number: Int64, version: Int64) {
    self.number = number
    self.version = version
  }

  init(row: Row) {
    number = row[0]
    version = row[1]
  }

  init(_ employee: VersionedEmployee) {
    number = employee.row.id
    version = employee.version
  }
}
