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
    let tables = try FileSchema(connection).tables
    var result: [StoreInspection.Entity] = []
    for (name, entry) in entries.sorted(by: { $0.value.number < $1.value.number }) {
      let root = root(of: name, entries, names)
      let table = "Z" + root.uppercased()
      // Tables of history and of other frameworks are named otherwise; they are not entities.
      guard tables.contains(table) else { continue }
      let rows = try connection.integer(
        "SELECT COUNT(*) FROM \(SQLName(table)) WHERE Z_ENT = \(entry.number)")
      let maximum = entries[root]?.maximum ?? 0
      result.append(
        .init(
          name: name, rows: Int(rows ?? 0), nextNumber: maximum == .max ? .max : maximum + 1))
    }
    return result
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
