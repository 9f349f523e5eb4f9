// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The one row of `Z_MODELCACHE`: the archive of the model, deflated (R-REQ-122).
enum ModelCacheTable {
  /// The mark in the definition of the table by which files that this library made are told from those
  /// of Apple's framework (R-REQ-151). A remark is no part of the layout.
  private static let mark = "/* OpenCoreData */"

  /// The statement that makes the table of a new file.
  static let statement = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB \(mark))"

  /// Returns true if Apple's framework made the file. Files of ours from before the mark have an empty
  /// table.
  static func isForeign(_ connection: Connection) throws(StoreError) -> Bool {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM Z_MODELCACHE)") != 0 else {
      return false
    }
    let marked = "SELECT instr(sql, '\(mark)') FROM sqlite_master WHERE name = 'Z_MODELCACHE'"
    return try connection.integer(marked) == 0
  }

  /// Returns the archive; nil for a file without.
  static func read(_ connection: Connection) throws(StoreError) -> Data? {
    let tables = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'"
    guard try connection.integer(tables) != 0 else { return nil }
    let statement = try connection.statement(
      "SELECT Z_CONTENT FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1")
    defer { statement.finish() }
    return try statement.step() ? statement.blob(0) : nil
  }

  /// Puts the archive into a file that is being made; nil leaves the table empty.
  static func fill(_ archive: Data?, _ connection: Connection) throws(StoreError) {
    if let archive { try insert(archive, connection) }
  }

  /// Replaces the archive, or removes that of another version. Very old files lack the table. Whose
  /// file it is does not change.
  static func write(_ archive: Data?, _ connection: Connection) throws(StoreError) {
    let tables = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'"
    var isOwn = try connection.integer(tables) != 0
    if isOwn { isOwn = try !isForeign(connection) }
    guard isOwn else {
      try connection.execute("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
      try connection.execute("DELETE FROM Z_MODELCACHE")
      return try insert(archive, connection)
    }
    try connection.execute("DROP TABLE Z_MODELCACHE")
    try connection.execute(statement)
    try fill(archive, connection)
  }

  /// A null row tells a file of Apple's as one with an archive does.
  private static func insert(_ archive: Data?, _ connection: Connection) throws(StoreError) {
    let statement = try connection.statement("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
    defer { statement.finish() }
    if let archive { statement.bind(blob: archive, 1) }
    try statement.run()
  }
}
#endif
