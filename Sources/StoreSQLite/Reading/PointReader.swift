// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Reads rows of one hierarchy by number, with a statement kept for the life of a snapshot.
final class PointReader {
  let root: Int
  private let statement: Statement
  private let reader: RowReader

  init(
    _ selection: Selection, _ layout: StoreLayout, _ connection: Connection
  ) throws(StoreError) {
    root = selection.table.root
    statement = try connection.statement(number: root) {
      "SELECT \(selection.text) FROM \(SQLName(selection.table.name)) t0 WHERE t0.Z_PK = ?"
    }
    // Small chunks: what is read one by one lives long, or not, one by one.
    reader = RowReader(
      selection, layout, statement, assembler: RowAssembler(chunkCapacity: 1024))
  }

  /// The row, or nil when there is none of the key's entity or a descendant.
  func row(for key: ObjectKey, _ schema: StoreSchema) throws(StoreError) -> Row? {
    sqlite3_bind_int64(statement.pointer, 1, key.number)
    defer { sqlite3_reset(statement.pointer) }
    guard try statement.step() else { return nil }
    let found = try reader.key()
    guard found.entity == key.entity || schema.entities[key.entity].subtree.contains(found.entity)
    else { return nil }
    return try reader.row(found)
  }

  func finish() { statement.finish() }
}
#endif
