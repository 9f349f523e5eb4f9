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

  /// The user's, by name in lower case.
  private let settings: [String: String]
  private let timeout: Double
  /// The durability that was asked for.
  let durability: Durability?

  init(settings: [String: String], timeout: Double, durability: Durability? = nil) {
    self.durability = durability
    self.settings = Dictionary(
      settings.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    self.timeout = timeout
  }

  /// True if the user has chosen SQLite's level of synchronisation: it stays then.
  var hasSynchronous: Bool { settings["synchronous"] != nil }

  /// True unless the user has chosen a journal of another kind.
  var wantsLog: Bool { (settings["journal_mode"] ?? "wal").lowercased() == "wal" }

  /// True if SQLite empties a log that stays.
  private var limitsLog: Bool {
    wantsLog && settings["journal_size_limit"].map { (Int64($0) ?? -1) >= 0 } ?? true
  }

  /// Applies what belongs to every connection. A setting that SQLite rejects is an error.
  func apply(to connection: Connection, as role: Role) throws(StoreError) {
    setTimeout(on: connection)
    try applySettings(to: connection, as: role)
  }

  /// The same without the time that is waited for others.
  func applySettings(to connection: Connection, as role: Role) throws(StoreError) {
    _ = csqlite_db_config(connection.handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
    try connection.execute(defaults(role))
    for (name, value) in settings.sorted(by: { $0.key < $1.key })
    where !Pragmas.ofFile.contains(name) {
      try connection.execute(try Pragmas.statement(name, value: value, on: connection))
    }
    if connection.keepsLog, limitsLog { connection.keepLog() }
  }

  /// Applies what belongs to the file, before its first table is made.
  func applyToNewFile(_ connection: Connection) throws(StoreError) {
    for (name, value) in [("page_size", "4096"), ("auto_vacuum", "2")] {
      let chosen = settings[name] ?? value
      try connection.execute(try Pragmas.statement(name, value: chosen, on: connection))
    }
  }

  /// Chooses the journal. Needs the file to itself when the mode changes; SQLite does not wait for
  /// that where two want it, so that it is tried again.
  func applyJournal(_ connection: Connection) throws(StoreError) {
    let mode = settings["journal_mode"] ?? "WAL"
    let statement = try Pragmas.statement("journal_mode", value: mode, on: connection)
    let deadline = ContinuousClock.now + .seconds(min(max(timeout, 0), 86_400))
    while true {
      do { return try connection.execute(statement) } catch {
        guard error.kind == .timeout, ContinuousClock.now < deadline else { throw error }
        usleep(.random(in: 500...5_000))
      }
    }
  }

  /// SQLite's busy handler waits for other processes and connections.
  func setTimeout(on connection: Connection, atMost limit: Double = .infinity) {
    let milliseconds = min(max(min(timeout, limit), 0) * 1000, Double(Int32.max))
    sqlite3_busy_timeout(connection.handle, Int32(milliseconds))
  }

  /// Has the log stay, as ``applySettings(to:as:)`` does, for a connection that takes no other settings.
  static func keepLog(on connection: Connection) throws(StoreError) {
    guard connection.keepsLog else { return }
    try connection.execute("PRAGMA journal_size_limit = \(logLimit)")
    connection.keepLog()
  }

  private static let logLimit = 16_777_216
  private static let ofFile: Set<String> = ["journal_mode", "auto_vacuum", "page_size"]

  /// A log keeps the length that checkpoints leave it: a save that makes the file longer takes a fifth
  /// more than one that writes it over, a third when it waits for the disk. One that a reader kept
  /// from being emptied would stay as long as it has become, and is cut.
  /// Measured: a large page cache takes a third off saves of graphs with link tables, memory
  /// mapping a third off lookups. Foreign keys are off unless a build of SQLite says otherwise.
  private func defaults(_ role: Role) -> String {
    let common =
      "PRAGMA temp_store = MEMORY; "
      + "PRAGMA journal_size_limit = \(wantsLog ? Pragmas.logLimit : 1_048_576); "
    switch role {
    case .writer:
      return common + "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000; "
        + "PRAGMA secure_delete = OFF; PRAGMA recursive_triggers = ON"
    case .reader:
      return common + "PRAGMA cache_size = -16384; PRAGMA mmap_size = 1073741824"
    }
  }

  /// Names and values are checked, since a pragma takes no parameters.
  private static func statement(
    _ name: String, value: String, on connection: Connection
  ) throws(StoreError) -> String {
    let isName = !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
    guard isName, !value.utf8.contains(0) else {
      throw StoreError(
        .cannotOpen, store: connection.store, message: "\(name) is not the name of a pragma")
    }
    if Int64(value) != nil { return "PRAGMA \(name) = \(value)" }
    return "PRAGMA \(name) = '\(value.replacingOccurrences(of: "'", with: "''"))'"
  }
}
#endif
