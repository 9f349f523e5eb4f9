// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The figures of a file by the names that it knows itself.
enum FileStatistics {
  static func entities(
    _ connection: Connection
  ) throws(StoreError) -> [StoreInspection.Entity] {
    let entries = try PrimaryKeyTable.entries(connection)
    let names = Dictionary(
      entries.map { ($0.value.number, $0.key) }, uniquingKeysWith: { first, _ in first })
    let tables = try tables(entries, names, on: connection)
    let members = Dictionary(grouping: entries.keys) { root(of: $0, entries, names) }
    var result: [StoreInspection.Entity] = []
    for (name, entry) in entries.sorted(by: { $0.value.number < $1.value.number }) {
      let root = root(of: name, entries, names)
      // Tables of history and of other frameworks are named otherwise; they are not entities.
      guard let table = tables[root] else { continue }
      // All rows of a table of one entity are its (R-REQ-098).
      let condition = members[root]?.count == 1 ? "" : " WHERE Z_ENT = \(entry.number)"
      let rows = try connection.integer("SELECT COUNT(*) FROM \(SQLName(table))\(condition)")
      let maximum = entries[root]?.maximum ?? 0
      result.append(
        .init(
          name: name, rows: Int(rows ?? 0), nextNumber: maximum == .max ? .max : maximum + 1))
    }
    return result
  }

  /// Returns the tables of hierarchies by their roots. A file that was migrated may know an entity by its
  /// former name, and have its table under another: that has rows of it.
  private static func tables(
    _ entries: [String: PrimaryKeyTable.Entry], _ names: [Int64: String],
    on connection: Connection
  ) throws(StoreError) -> [String: String] {
    let found = try FileSchema(connection)
    let roots = entries.filter {
      $0.value.parent == 0 && $0.value.number < EntityNumbers.firstOfHistory
    }
    var tables: [String: String] = [:]
    for name in roots.keys where found.tables.contains("Z" + name.uppercased()) {
      tables[name] = "Z" + name.uppercased()
    }
    let others = found.tables.subtracting(tables.values).filter {
      $0.hasPrefix("Z") && !$0.hasPrefix("Z_") && found.has("Z_ENT", in: $0)
    }
    for name in roots.keys where tables[name] == nil {
      let numbers = entries.filter { root(of: $0.key, entries, names) == name }
        .map { String($0.value.number) }.joined(separator: ", ")
      for table in others.sorted() {
        let row = "SELECT 1 FROM \(SQLName(table)) WHERE Z_ENT IN (\(numbers)) LIMIT 1"
        if try connection.integer(row) != nil { tables[name] = table }
      }
    }
    return tables
  }

  /// A damaged file may make a circle of ancestors.
  private static func root(
    of name: String, _ entries: [String: PrimaryKeyTable.Entry], _ names: [Int64: String]
  ) -> String {
    var current = name
    var seen: Set<String> = [name]
    while let entry = entries[current], let parent = names[entry.parent],
      seen.insert(parent).inserted
    {
      current = parent
    }
    return current
  }
}
#endif
