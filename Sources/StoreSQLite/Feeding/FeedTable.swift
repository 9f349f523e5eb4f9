// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The virtual tables of every connection, which yield what a ``Feed`` points at.
///
/// Measured: one `INSERT … SELECT` from such a table costs 0.55 to 0.6 of binding and stepping a
/// statement a row; looking rows up by stepping one endless statement 0.35 to 0.5 of binding,
/// stepping and resetting one a key.
enum FeedTable {
  /// `c0`, `c1`: numbers and links.
  static let keys = "OCDKeys"
  /// `c0` and so on: pending rows.
  static let rows = "OCDRows"
  /// How many columns pending rows may have.
  static let columnLimit = 128

  /// Fewer rows are written one by one: a virtual table has to be opened.
  static let worthwhile = 6

  /// Returns true if rows with these cells can be yielded.
  static func canYield(_ cells: [RowCell], columns: Int) -> Bool {
    columns + 3 <= columnLimit && !cells.contains { $0.kind == .external }
  }

  /// `c0, c1, …`
  static func columns(_ count: Int) -> String {
    (0..<count).map { "c\($0)" }.joined(separator: ", ")
  }

  static let keyDeclaration = "CREATE TABLE x(c0, c1)"
  static let rowDeclaration = "CREATE TABLE x(\(columns(columnLimit)))"

  /// Where a table of a connection finds what to yield. It is read when a statement begins.
  struct Place {
    var feed = Feed()
    /// The table's columns, as it declares them.
    let declaration: String
  }

  private struct Table {
    var base = sqlite3_vtab()
    var place: UnsafeMutablePointer<Place>
  }

  private struct Cursor {
    var base = sqlite3_vtab_cursor()
    var place: UnsafeMutablePointer<Place>
    var feed = Feed()
    var position = 0
    var current = Feed.Current()
  }

  static func register(
    _ name: String, on database: OpaquePointer, _ place: UnsafeMutablePointer<Place>
  ) {
    sqlite3_create_module_v2(database, name, module, place, nil)
  }

  private static func cursor(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Cursor>? {
    UnsafeMutableRawPointer(base)?.assumingMemoryBound(to: Cursor.self)
  }

  // Written here and never again; SQLite only reads it.
  private nonisolated(unsafe) static let module: UnsafeMutablePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: sqlite3_module())
    addTable(to: module)
    addCursor(to: module)
    return module
  }()

  // Without `xCreate` the table is there under the module's name, and nowhere else.
  private static func addTable(to module: UnsafeMutablePointer<sqlite3_module>) {
    module.pointee.xConnect = { database, auxiliary, _, _, result, _ in
      guard let place = auxiliary?.assumingMemoryBound(to: Place.self), let result else {
        return SQLITE_ERROR
      }
      let code = sqlite3_declare_vtab(database, place.pointee.declaration)
      guard code == SQLITE_OK else { return code }
      let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      table.initialize(to: Table(place: place))
      result.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    module.pointee.xDisconnect = { table in
      UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    module.pointee.xBestIndex = { _, information in
      information?.pointee.estimatedCost = 1
      information?.pointee.estimatedRows = 1000
      return SQLITE_OK
    }
    module.pointee.xOpen = { table, result in
      guard
        let place = UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).pointee
          .place
      else { return SQLITE_ERROR }
      let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      cursor.initialize(to: Cursor(place: place))
      result?.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
  }

  private static func addCursor(to module: UnsafeMutablePointer<sqlite3_module>) {
    module.pointee.xClose = { base in
      FeedTable.cursor(base)?.deallocate()
      return SQLITE_OK
    }
    module.pointee.xFilter = { base, _, _, _, _ in
      guard let cursor = FeedTable.cursor(base) else { return SQLITE_ERROR }
      cursor.pointee.feed = cursor.pointee.place.pointee.feed
      cursor.pointee.position = 0
      FeedTable.load(cursor)
      return SQLITE_OK
    }
    module.pointee.xNext = { base in
      guard let cursor = FeedTable.cursor(base) else { return SQLITE_ERROR }
      cursor.pointee.position += 1
      FeedTable.load(cursor)
      return SQLITE_OK
    }
    module.pointee.xEof = { base in
      guard let cursor = FeedTable.cursor(base) else { return 1 }
      return cursor.pointee.position < cursor.pointee.feed.count ? 0 : 1
    }
    module.pointee.xColumn = { base, context, column in
      guard let cursor = FeedTable.cursor(base) else { return SQLITE_ERROR }
      cursor.pointee.feed.yield(Int(column), of: cursor.pointee.current, to: context)
      return SQLITE_OK
    }
    module.pointee.xRowid = { base, result in
      guard let cursor = FeedTable.cursor(base) else { return SQLITE_ERROR }
      result?.pointee = Int64(cursor.pointee.position)
      return SQLITE_OK
    }
  }

  @inline(__always)
  private static func load(_ cursor: UnsafeMutablePointer<Cursor>) {
    guard cursor.pointee.position < cursor.pointee.feed.count else { return }
    cursor.pointee.feed.load(cursor.pointee.position, into: &cursor.pointee.current)
  }
}
#endif
