// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RawLMDB

/// The databases of the workload.
struct RawDatabases {
  /// Rows by their numbers.
  let departments: MDB_dbi
  let tags: MDB_dbi
  let employees: MDB_dbi
  /// Department, salary, employee; without values.
  let salaries: MDB_dbi
  /// Employee, tag; without values.
  let tagsOfEmployee: MDB_dbi
  /// Tag, employee; without values.
  let employeesOfTag: MDB_dbi

  /// Opens them in a transaction; they stay open when it is committed.
  init(_ transaction: OpaquePointer, makes: Bool) throws {
    func database(_ name: String) throws -> MDB_dbi {
      var database = MDB_dbi()
      let flags = makes ? UInt32(MDB_CREATE) : 0
      try RawEnvironment.check(mdb_dbi_open(transaction, name, flags, &database))
      return database
    }
    departments = try database("departments")
    tags = try database("tags")
    employees = try database("employees")
    salaries = try database("salaries")
    tagsOfEmployee = try database("tagsOfEmployee")
    employeesOfTag = try database("employeesOfTag")
  }
}
