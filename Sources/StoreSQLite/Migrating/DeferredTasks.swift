// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The clean-up that a migration has left for later, as a note in the file (R-PSC-630).
struct DeferredTasks {
  /// One task, which is a transaction.
  enum Task: Codable, Equatable {
    case index(String)
    case column(table: String, column: String)
    case table(String)
  }

  static let note = "migration/unfinished"

  private(set) var tasks: [Task] = []

  init() {}

  /// Reads a file for what is left.
  init(_ connection: Connection) throws(StoreError) {
    let content = try NotesTable.read(under: DeferredTasks.note, connection).first?.content
    // What is not understood has nothing to be done about it.
    tasks = content.flatMap { try? JSONDecoder().decode([Task].self, from: $0) } ?? []
  }

  mutating func add(_ task: Task) { tasks.append(task) }

  /// A table has got another name meanwhile.
  mutating func rename(table old: String, to new: String) {
    for (place, task) in tasks.enumerated() {
      guard case .table(let name) = task, name.uppercased() == old.uppercased() else { continue }
      tasks[place] = .table(new)
    }
  }

  /// Inside a write transaction.
  func write(_ connection: Connection) throws(StoreError) {
    // Names can be encoded.
    let content = tasks.isEmpty ? nil : try? JSONEncoder().encode(tasks)
    try NotesTable.write([StoreNote(name: DeferredTasks.note, content: content)], connection)
  }

  /// Does the first task. Inside a write transaction.
  mutating func finishFirst(_ connection: Connection) throws(StoreError) {
    guard !tasks.isEmpty else { return }
    let found = try FileSchema(connection)
    switch tasks.removeFirst() {
    case .index(let name):
      try connection.execute("DROP INDEX IF EXISTS \(SQLName(name))")
    case .column(let table, let column) where found.has(column, in: table):
      try connection.execute("ALTER TABLE \(SQLName(table)) DROP COLUMN \(SQLName(column))")
    case .column: break
    case .table(let name):
      try connection.execute("DROP TABLE IF EXISTS \(SQLName(name))")
    }
    try write(connection)
  }

  /// Does all of them, in one transaction that somebody else has begun.
  mutating func finish(_ connection: Connection) throws(StoreError) {
    while !tasks.isEmpty { try finishFirst(connection) }
  }
}
#endif
