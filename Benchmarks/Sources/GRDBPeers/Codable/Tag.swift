// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// A tag as a Codable record.
struct Tag: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "tag"

  var id: Int64?
  var name: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
