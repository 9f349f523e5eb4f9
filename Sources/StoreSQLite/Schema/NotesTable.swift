// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The table of notes, which a file has from the first note on. Apple's framework does not look at
/// tables that it does not know.
enum NotesTable {
  static let name = "OCD_NOTES"

  static func read(
    under prefix: String, _ connection: Connection
  ) throws(StoreError) -> [StoreNote] {
    guard try isThere(connection) else { return [] }
    let statement = try connection.statement(
      "SELECT name, content FROM \(name) WHERE name >= ?1 AND name < ?2 ORDER BY name")
    defer { statement.finish() }
    statement.bind(text: prefix, 1)
    statement.bind(text: prefix + "\u{7F}", 2)
    var notes: [StoreNote] = []
    while try statement.step() {
      guard let name = statement.text(0), let content = statement.blob(1) else { continue }
      notes.append(StoreNote(name: name, content: content))
    }
    return notes
  }

  static func write(_ notes: [StoreNote], _ connection: Connection) throws(StoreError) {
    if try !isThere(connection) {
      guard notes.contains(where: { $0.content != nil }) else { return }
      try connection.execute(
        "CREATE TABLE \(name) (name TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID")
    }
    for note in notes { try write(note, connection) }
  }

  private static func write(_ note: StoreNote, _ connection: Connection) throws(StoreError) {
    let statement = try connection.statement(
      note.content == nil
        ? "DELETE FROM \(name) WHERE name = ?1"
        : "INSERT OR REPLACE INTO \(name) (name, content) VALUES (?1, ?2)")
    defer { statement.finish() }
    statement.bind(text: note.name, 1)
    if let content = note.content { statement.bind(blob: content, 2) }
    try statement.run()
  }

  /// Once there, it stays, unless the transaction that makes it is rolled back.
  private static func isThere(_ connection: Connection) throws(StoreError) -> Bool {
    if connection.hasNotes { return true }
    let count = try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(name)'")
    connection.hasNotes = count == 1
    return connection.hasNotes
  }
}
#endif
