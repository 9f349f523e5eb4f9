// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Reads rows of one hierarchy by number, with a statement kept for the life of a snapshot.
///
/// In a read transaction the statement never ends: a virtual table yields the number asked for at
/// each step, so that a look-up costs neither a beginning nor an end. Beside writes it is run anew
/// each time.
final class PointReader {
  let root: Int
  private let connection: Connection
  private let statement: Statement
  private let reader: RowReader
  private let number: UnsafeMutablePointer<Int64>
  private let isKeptRunning: Bool
  private var isRunning = false

  init(
    _ selection: Selection, _ connection: Connection, isKeptRunning: Bool
  ) throws(StoreError) {
    root = selection.table.root
    self.connection = connection
    self.isKeptRunning = isKeptRunning
    statement = try connection.statement(number: root) {
      "SELECT \(selection.text) FROM \(FeedTable.keys) "
        + "LEFT JOIN \(SQLName(selection.table.name)) t0 ON t0.Z_PK = c0"
    }
    // Small chunks: what is read one by one lives long, or not, one by one.
    reader = RowReader(selection, connection, chunkCapacity: 1024, expected: 4)
    number = .allocate(capacity: 1)
  }

  deinit { number.deallocate() }

  /// The row, or nil when there is none of the key's entity or a descendant.
  func row(for key: ObjectKey, _ schema: StoreSchema) throws(StoreError) -> Row? {
    number.pointee = key.number
    // The table reads the feed when the statement begins.
    if !isRunning { connection.keyFeed.pointee.feed = Feed(endless: number) }
    isRunning = false
    defer { if !isRunning { statement.reset() } }
    guard try reader.step(statement) else { return nil }
    isRunning = isKeptRunning
    guard let found = try reader.number(statement, at: 0) else { return nil }
    let entity = reader.key(found).entity
    let row = try reader.row(found)
    return entity == key.entity || schema.entities[key.entity].subtree.contains(entity)
      ? row : nil
  }

  func finish() { statement.finish() }
}
#endif
