// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// The settings of a connection: ours, then the user's over them.
struct Pragmas {
  enum Role {
    case writer
    case reader
  }

  let settings: [String: String]
  let timeout: Double
  let isReadOnly: Bool

  /// Applies what belongs to every connection. A setting that SQLite rejects is an error.
  func apply(to connection: Connection, as role: Role) throws(StoreError) {
    setTimeout(on: connection)
    var values = defaults(role)
    for (name, value) in settings { values[name.lowercased()] = value }
    values["journal_mode"] = nil
    values["auto_vacuum"] = nil
    values["page_size"] = nil
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try Pragmas.set(name, value, on: connection)
    }
  }

  /// Applies what belongs to the file, before its first table is made.
  func applyToNewFile(_ connection: Connection) throws(StoreError) {
    try Pragmas.set("page_size", setting("page_size") ?? "4096", on: connection)
    try Pragmas.set("auto_vacuum", setting("auto_vacuum") ?? "2", on: connection)
  }

  /// Chooses the journal. Needs the file's write lock when the mode changes.
  func applyJournal(_ connection: Connection) throws(StoreError) {
    try Pragmas.set("journal_mode", setting("journal_mode") ?? "WAL", on: connection)
  }

  /// SQLite's busy handler waits for other processes and connections.
  func setTimeout(on connection: Connection) {
    let milliseconds = min(max(timeout, 0) * 1000, Double(Int32.max))
    sqlite3_busy_timeout(connection.handle, Int32(milliseconds))
  }

  private func setting(_ name: String) -> String? {
    settings.first { $0.key.lowercased() == name }?.value
  }

  /// Measured: a large page cache takes a third off saves of graphs with link tables, memory
  /// mapping a third off lookups.
  private func defaults(_ role: Role) -> [String: String] {
    var values = [
      "synchronous": "NORMAL", "foreign_keys": "OFF", "recursive_triggers": "ON",
      "temp_store": "MEMORY",
    ]
    switch role {
    case .writer:
      values["cache_size"] = "-65536"
      values["wal_autocheckpoint"] = "4000"
      values["secure_delete"] = "OFF"
    case .reader:
      values["cache_size"] = "-16384"
      values["mmap_size"] = "1073741824"
    }
    return values
  }

  /// Names and values are checked, since a pragma takes no parameters.
  private static func set(
    _ name: String, _ value: String, on connection: Connection
  ) throws(StoreError) {
    let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    let quoted = value.replacingOccurrences(of: "'", with: "''")
    guard isName, !value.contains("\0") else {
      throw StoreError(
        .cannotOpen, store: connection.store, message: "\(name) is not the name of a pragma")
    }
    let isNumber = Int64(value) != nil
    try connection.execute("PRAGMA \(name) = \(isNumber ? value : "'\(quoted)'")")
  }
}
#endif
