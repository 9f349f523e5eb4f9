// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import GRDB
import SQLiteTuning

/// The store as all ways of using GRDB open it: one connection, write-ahead log, everything else
/// at GRDB's defaults, or tuned as the connections of Core Data's store are. GRDB's connections have
/// no lock of SQLite's anyway.
///
/// Tables and indexes are those of raw SQLite without the version of rows, which GRDB's users do
/// not need, unless they ask for it. Associations want foreign keys, as GRDB's documentation advises; statements written by
/// hand do without, as raw SQLite does.
struct PeerDatabase {
  let hasForeignKeys: Bool
  var hasVersions = false
  var isTuned = false

  /// Makes the tables in an empty folder.
  func create(in folder: URL) throws -> DatabaseQueue {
    let queue = try open(in: folder)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.write { try $0.execute(sql: schema) }
    return queue
  }

  /// The file knows that its journal is a write-ahead log. Asking for that again, by the
  /// configuration, would write and sync each time a store is opened.
  func open(in folder: URL, durably: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = hasForeignKeys
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA synchronous = \(durably ? "FULL" : "NORMAL")")
      if isTuned { try $0.execute(sql: SQLiteTuning.pragmas) }
    }
    return try DatabaseQueue(path: file(in: folder).path, configuration: configuration)
  }

  func file(in folder: URL) -> URL { folder.appendingPathComponent("grdb.sqlite") }

  private var schema: String {
    """
    CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT, budget REAL, createdAt REAL
      \(version));
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT \(version));
    CREATE TABLE employee (
      id INTEGER PRIMARY KEY, name TEXT, email TEXT, salary INTEGER, hiredAt REAL,
      isActive INTEGER, score REAL, bio TEXT, department INTEGER \(cascading("department"))
      \(version));
    CREATE INDEX employee_department_salary ON employee (department, salary);
    CREATE TABLE employee_tag (
      employee INTEGER \(cascading("employee")), tag INTEGER \(cascading("tag")),
      PRIMARY KEY (employee, tag));
    CREATE INDEX employee_tag_tag ON employee_tag (tag, employee);
    """
  }

  private var version: String { hasVersions ? ", version INTEGER NOT NULL DEFAULT 1" : "" }

  private func cascading(_ table: String) -> String {
    hasForeignKeys ? "REFERENCES \(table) (id) ON DELETE CASCADE" : ""
  }
}
