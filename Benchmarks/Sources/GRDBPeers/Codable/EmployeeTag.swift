// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// One link of the many-to-many relationship between employees and tags.
struct EmployeeTag: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "employee_tag"

  var employee: Int64
  var tag: Int64
}
