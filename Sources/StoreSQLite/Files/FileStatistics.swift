// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The figures of a file by the names that it knows itself.
enum FileStatistics {
  private struct Entry {
    var number: Int64
    var name: String
    var parent: Int64
    var maximum: Int64
  }

  static func entities(
    _ connection: Connection
  ) throws(StoreError) -> [SQLiteStore.Inspection.Entity] {
    let entries = try self.entries(connection)
    let tables = try FileSchema.read(connection)
    var result: [SQLiteStore.Inspection.Entity] = []
    for entry in entries.values.sorted(by: { $0.number < $1.number }) {
      let root = root(of: entry, entries)
      let table = "Z" + root.name.uppercased()
      // Tables of history and of other frameworks are named otherwise; they are not entities.
      guard tables[table] != nil else { continue }
      let rows = try connection.integer(
        "SELECT COUNT(*) FROM \(SQLName(table)) WHERE Z_ENT = \(entry.number)")
      let next = root.maximum == .max ? .max : root.maximum + 1
      result.append(.init(name: entry.name, rows: Int(rows ?? 0), nextNumber: next))
    }
    return result
  }

  private static func entries(_ connection: Connection) throws(StoreError) -> [Int64: Entry] {
    let statement = try connection.statement(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY")
    defer { statement.finish() }
    var result: [Int64: Entry] = [:]
    while try statement.step() {
      let number = statement.integer(0)
      result[number] = Entry(
        number: number, name: statement.text(1) ?? "", parent: statement.integer(2),
        maximum: statement.integer(3))
    }
    return result
  }

  /// A damaged file may make a circle of ancestors.
  private static func root(of entry: Entry, _ entries: [Int64: Entry]) -> Entry {
    var current = entry
    var seen: Set<Int64> = [entry.number]
    while let parent = entries[current.parent], seen.insert(parent.number).inserted {
      current = parent
    }
    return current
  }
}
#endif
