// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Reads rows of one hierarchy by number, with a statement kept for the life of a snapshot.
///
/// In a read transaction that sees many look-ups the statement never ends: a virtual table yields
/// the number asked for at each step, so that a look-up costs neither a beginning nor an end. The
/// first few, and those beside writes, are made by a statement that is cheaper to prepare.
final class PointReader {
  /// So many look-ups are made before the endless statement is prepared.
  private static let patience = 8

  let root: Int
  private let selection: Selection
  private let connection: Connection
  private let reader: RowReader
  private let number: UnsafeMutablePointer<Int64>
  private var statement: Statement
  /// True if the statement takes its number from the virtual table, and whether it has begun.
  private var isEndless = false
  private var isRunning = false
  /// Look-ups until the statement is changed for the endless one.
  private var remaining: Int

  /// - Parameter isReading: whether nothing is written over the connection meanwhile.
  init(_ selection: Selection, _ connection: Connection, isReading: Bool) throws(StoreError) {
    root = selection.table.root
    self.selection = selection
    self.connection = connection
    // Small chunks: what is read one by one lives long, or not, one by one.
    reader = RowReader(selection, connection, chunkCapacity: 1024, expected: 4)
    remaining = isReading ? PointReader.patience : .max
    let text = "SELECT \(selection.text) FROM \(SQLName(selection.table.name)) t0 "
    statement = try connection.statement(for: .lookUp, root) { text + "WHERE t0.Z_PK = ?" }
    number = .allocate(capacity: 1)
    if isReading, connection.hasStatement(for: .endlessLookUp, root) { try becomeEndless() }
  }

  deinit { number.deallocate() }

  private func becomeEndless() throws(StoreError) {
    let endless = try connection.statement(for: .endlessLookUp, root) {
      "SELECT \(selection.text) FROM \(FeedTable.keys) "
        + "LEFT JOIN \(SQLName(selection.table.name)) t0 ON t0.Z_PK = c0"
    }
    statement.finish()
    statement = endless
    isEndless = true
  }

  /// Returns the row, or nil when there is none of the key's entity or a descendant.
  func row(for key: ObjectKey, _ schema: StoreSchema) throws(StoreError) -> Row? {
    begin(key.number)
    isRunning = false
    defer { if !isRunning { statement.reset() } }
    guard try reader.step(statement) else { return nil }
    isRunning = isEndless
    guard let found = try reader.number(statement, at: 0) else { return nil }
    let entity = reader.key(found).entity
    let row = try reader.row(found)
    if !isEndless { try countDown() }
    return entity == key.entity || schema.entities[key.entity].subtree.contains(entity)
      ? row : nil
  }

  @inline(__always)
  private func begin(_ number: Int64) {
    self.number.pointee = number
    if !isEndless {
      sqlite3_bind_int64(statement.pointer, 1, number)
    } else if !isRunning {
      // The table reads the feed when the statement begins.
      connection.keyFeed.pointee.feed = Feed(endless: self.number)
    }
  }

  private func countDown() throws(StoreError) {
    remaining -= 1
    if remaining == 0 { try becomeEndless() }
  }

  func finish() { statement.finish() }
}
#endif
