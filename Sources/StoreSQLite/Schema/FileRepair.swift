// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The parts that an existing file may lack without being damaged: indexes. (Counters that rows
/// have outrun are raised with the first reservation. External files that nothing names may be
/// another database's.)
struct FileRepair {
  private let layout: StoreLayout
  private let connection: Connection

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.layout = layout
    self.connection = connection
  }

  /// Returns the indexes of the model that the file has neither by name nor, under another name, by
  /// what they index.
  func missingIndexes(_ found: FileSchema) throws(StoreError) -> [TableIndex] {
    let unnamed = SchemaWriter(layout: layout).indexes.filter {
      !found.indexes.contains($0.name.uppercased())
    }
    guard !unnamed.isEmpty else { return [] }
    let shapes = try found.indexShapes()
    return unnamed.filter { !$0.scope.isEmpty || !shapes.contains($0.shape) }
  }

  /// Inside a write transaction. Returns whether every constraint has its index.
  func createIndexes() throws(StoreError) -> Bool {
    var isComplete = true
    for index in try missingIndexes(try FileSchema(connection)) {
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
