// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// What an existing file may lack without being damaged: indexes, and the removal of external files
/// that nothing names. (Counters that rows have outrun are raised with the first reservation.)
struct FileRepair {
  private let layout: StoreLayout
  private let connection: Connection

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.layout = layout
    self.connection = connection
  }

  /// The indexes of the model that the file has neither by name nor, under another name, by what
  /// they index.
  func missingIndexes(_ found: FileSchema) throws(StoreError) -> [IndexLayout] {
    let unnamed = SchemaWriter(layout: layout).indexes.filter {
      !found.indexes.contains($0.name.uppercased())
    }
    guard !unnamed.isEmpty else { return [] }
    let shapes = try found.indexShapes()
    return unnamed.filter { !$0.scope.isEmpty || !shapes.contains($0.shape) }
  }

  func hasOrphans() throws(StoreError) -> Bool { try !orphans().isEmpty }

  /// Inside a write transaction. Returns whether every constraint has its index.
  /// - Parameter isIndexing: whether missing indexes are made: in files of our own.
  func run(isIndexing: Bool) throws(StoreError) -> Bool {
    let isComplete = try isIndexing ? createIndexes() : true
    connection.externalFiles?.remove(try orphans())
    return isComplete
  }

  private func createIndexes() throws(StoreError) -> Bool {
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

  // MARK: - External files

  private var externalColumns: [(table: String, column: String)] {
    layout.schema.entities.flatMap { entity -> [(table: String, column: String)] in
      guard let place = layout.entities[entity.index] else { return [] }
      return zip(entity.attributes, place.attributes).filter {
        $0.0.allowsExternalStorage && $0.0.declaredBy == entity.index
      }.compactMap { pair in pair.1.map { (layout.tables[place.table].name, $0) } }
    }
  }

  /// All writers write their files under the write lock, so what no row names under it is an orphan.
  private func orphans() throws(StoreError) -> [String] {
    let columns = externalColumns
    guard !columns.isEmpty else { return [] }
    let candidates = connection.externalFiles?.names ?? []
    guard !candidates.isEmpty else { return [] }
    var named = Set<String>()
    for (table, column) in columns {
      let statement = try connection.statement(
        "SELECT \(SQLName(column)) FROM \(SQLName(table)) "
          + "WHERE substr(\(SQLName(column)), 1, 1) = x'02'")
      defer { statement.finish() }
      while try statement.step() {
        if let name = ExternalFiles.fileName(statement.bytes(0)) { named.insert(name) }
      }
    }
    return candidates.filter { !named.contains($0) }
  }
}
#endif
