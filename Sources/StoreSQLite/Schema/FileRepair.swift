// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The parts that an existing file may lack without being damaged: indexes, and the triggers of
/// derived attributes, which former versions of the library did not make. (Counters that rows
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

  /// Returns the derived attributes for which the file has no triggers. Those that are there, of
  /// Apple's framework or ours, are used as they are.
  func underivedAttributes(_ found: FileSchema) -> [DerivationTriggers.Attribute] {
    DerivationTriggers(layout).attributes.filter { !$0.isKept(by: found.triggers) }
  }

  /// Makes the triggers that the file lacks, and gives all rows the values that triggers would have
  /// given them. Inside a write transaction.
  func createTriggers() throws(StoreError) {
    for attribute in underivedAttributes(try FileSchema(connection)) {
      if let statement = attribute.recomputation { try connection.execute(statement) }
      for trigger in attribute.triggers { try connection.execute(trigger.sql) }
    }
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
