// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// What an existing file may lack without being damaged: indexes. (Counters that rows have outrun are
/// raised with the first reservation. External files that nothing names may be another database's.)
struct FileRepair {
  private let layout: StoreLayout
  private let connection: Connection

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.layout = layout
    self.connection = connection
  }

  /// - Parameter indexes: the names of those there are, in upper case.
  func lacksIndexes(_ indexes: Set<String>) -> Bool {
    SchemaWriter(layout: layout).indexStatements.contains {
      !indexes.contains($0.name.uppercased())
    }
  }

  /// Inside a write transaction. Returns whether every constraint has its index.
  func run() throws(StoreError) -> Bool {
    let existing = try FileSchema(connection).indexes
    var isComplete = true
    for index in SchemaWriter(layout: layout).indexStatements
    where !existing.contains(index.name.uppercased()) {
      do { try connection.execute(index.sql) } catch {
        guard let code = error.engineCode, code & 0xFF == SQLITE_CONSTRAINT else { throw error }
        // Rows that are there break the constraint: it is checked by query from now on.
        isComplete = false
      }
    }
    return isComplete
  }
}
#endif
