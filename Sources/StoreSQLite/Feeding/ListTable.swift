// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The table-valued function `OCDList(list)` of every connection, whose one column yields the values
/// that are bound to its parameter, where they lie.
enum ListTable {
  static let name = "OCDList"

  // SQLite compares the names that pointers are bound under, and keeps the address only.
  private static let pointerName: StaticString = "OCDList"

  private final class List {
    let values: [SQLValue]
    init(_ values: [SQLValue]) { self.values = values }
  }

  private struct Cursor {
    var base = sqlite3_vtab_cursor()
    /// Kept by the statement's parameter while the cursor is open.
    var list: Unmanaged<List>?
    var position = 0
  }

  /// Lends a list to a statement until something else is bound or the statement is given back.
  static func bind(_ values: [SQLValue], to statement: Statement, _ index: Int32) {
    statement.bind(List(values), named: pointerName, index)
  }

  static func register(on database: OpaquePointer) {
    sqlite3_create_module_v2(database, name, module, nil, nil)
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
    addReading(to: module)
    return module
  }()

  // Without `xCreate` the table is there under the module's name, and nowhere else.
  private static func addTable(to module: UnsafeMutablePointer<sqlite3_module>) {
    module.pointee.xConnect = { database, _, _, _, result, _ in
      let code = sqlite3_declare_vtab(database, "CREATE TABLE x(value, list HIDDEN)")
      guard code == SQLITE_OK else { return code }
      let table = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
      table.initialize(to: sqlite3_vtab())
      result?.pointee = table
      return SQLITE_OK
    }
    module.pointee.xDisconnect = { table in
      table?.deallocate()
      return SQLITE_OK
    }
    module.pointee.xBestIndex = { _, information in
      information.map { ListTable.plan(&$0.pointee) } ?? SQLITE_ERROR
    }
  }

  /// The one way to read the table is with its parameter.
  private static func plan(_ information: inout sqlite3_index_info) -> Int32 {
    for index in 0..<Int(information.nConstraint) {
      let constraint = information.aConstraint[index]
      guard constraint.iColumn == 1, constraint.usable != 0,
        constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ)
      else { continue }
      information.aConstraintUsage[index].argvIndex = 1
      information.aConstraintUsage[index].omit = 1
      information.estimatedCost = 1
      information.estimatedRows = 1000
      return SQLITE_OK
    }
    return SQLITE_CONSTRAINT
  }

  private static func addCursor(to module: UnsafeMutablePointer<sqlite3_module>) {
    module.pointee.xOpen = { _, result in
      let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      cursor.initialize(to: Cursor())
      result?.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.pointee.xClose = { base in
      ListTable.cursor(base)?.deallocate()
      return SQLITE_OK
    }
    module.pointee.xFilter = { base, _, _, count, arguments in
      guard let cursor = ListTable.cursor(base), count == 1, let arguments else {
        return SQLITE_ERROR
      }
      cursor.pointee.position = 0
      cursor.pointee.list = Statement.bound(arguments[0], ListTable.pointerName)
      return SQLITE_OK
    }
  }

  private static func addReading(to module: UnsafeMutablePointer<sqlite3_module>) {
    module.pointee.xNext = { base in
      ListTable.cursor(base)?.pointee.position += 1
      return SQLITE_OK
    }
    module.pointee.xEof = { base in
      guard let cursor = ListTable.cursor(base), let list = cursor.pointee.list else { return 1 }
      return cursor.pointee.position < list._withUnsafeGuaranteedRef { $0.values.count } ? 0 : 1
    }
    module.pointee.xColumn = { base, context, column in
      guard column == 0, let cursor = ListTable.cursor(base), let list = cursor.pointee.list else {
        return SQLITE_OK
      }
      let position = cursor.pointee.position
      GeneralValue.setResult(list._withUnsafeGuaranteedRef { $0.values[position] }, context)
      return SQLITE_OK
    }
    module.pointee.xRowid = { base, result in
      result?.pointee = Int64(ListTable.cursor(base)?.pointee.position ?? 0)
      return SQLITE_OK
    }
  }
}
#endif
