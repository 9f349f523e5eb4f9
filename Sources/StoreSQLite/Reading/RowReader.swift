// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Packs rows of a running statement. The hot loop of every fetch.
struct RowReader {
  let selection: Selection
  let layout: StoreLayout
  let connection: Connection
  let statement: OpaquePointer
  /// The position of `Z_PK` among the result's columns.
  let base: Int32
  let assembler: RowAssembler

  init(
    _ selection: Selection, _ layout: StoreLayout, _ statement: Statement, base: Int32 = 0,
    assembler: RowAssembler
  ) {
    self.selection = selection
    self.layout = layout
    connection = statement.connection
    self.statement = statement.pointer
    self.base = base
    self.assembler = assembler
  }

  /// The key of the current row; nil when its entity is none that was selected.
  func key() throws(StoreError) -> ObjectKey {
    let number = sqlite3_column_int64(statement, base)
    if let entity = selection.onlyEntity { return ObjectKey(entity: entity, number: number) }
    return ObjectKey(entity: try entity(number), number: number)
  }

  private func entity(_ number: Int64) throws(StoreError) -> Int {
    let stored = sqlite3_column_int64(statement, base + 2)
    guard let entity = layout.entity(numbered: stored) else {
      throw damage(number, "has the unknown entity number \(stored)")
    }
    return entity
  }

  func row(_ key: ObjectKey) throws(StoreError) -> Row {
    let index = key.entity - selection.firstEntity
    guard selection.plans.indices.contains(index), selection.plans[index].cells.baseAddress != nil
    else {
      throw damage(key.number, "belongs to an entity of another table")
    }
    let plan = selection.plans[index]
    let stored = sqlite3_column_int64(statement, base + 1)
    assembler.begin(
      entity: key.entity, slotCount: plan.slotCount, version: stored == 0 ? 1 : stored)
    for cell in plan.cells { try read(cell, of: key) }
    return assembler.finish()
  }

  // Nulls are recognised by their zero where possible: one call a value instead of two.
  @inline(__always)
  private func read(_ cell: RowCell, of key: ObjectKey) throws(StoreError) {
    let column = base + cell.column
    let slot = Int(cell.slot)
    switch cell.kind {
    case .integer:
      let value = sqlite3_column_int64(statement, column)
      if value != 0 || !isNull(column) { assembler.setInteger(value, slot) }
    case .double:
      let value = sqlite3_column_double(statement, column)
      if value != 0 { assembler.setDouble(value, slot) } else { readSpecialDouble(column, slot) }
    case .text, .bytes:
      if let start = sqlite3_column_blob(statement, column) {
        let count = Int(sqlite3_column_bytes(statement, column))
        assembler.setBytes(UnsafeRawBufferPointer(start: start, count: count), slot)
      } else if !isNull(column) {
        assembler.setBytes(UnsafeRawBufferPointer(start: nil, count: 0), slot)
      }
    case .reference:
      let number = sqlite3_column_int64(statement, column)
      if number != 0 || !isNull(column) {
        assembler.setReference(number: number, entity: Int(cell.destination), slot)
      }
    case .polymorphicReference: readPolymorphicReference(cell)
    case .uuid, .decimal, .external: try readRare(cell, of: key)
    }
  }

  @inline(__always)
  private func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// Zero, null, or what SQLite cannot hold as a number: see ``SpecialDouble``.
  private func readSpecialDouble(_ column: Int32, _ slot: Int) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: break
    case SQLITE_TEXT:
      assembler.setDouble(SpecialDouble.value(bytes(column)), slot)
    default: assembler.setDouble(0, slot)
    }
  }

  private func readPolymorphicReference(_ cell: RowCell) {
    let number = sqlite3_column_int64(statement, base + cell.column)
    guard number != 0 || !isNull(base + cell.column) else { return }
    let stored = sqlite3_column_int64(statement, base + cell.entityColumn)
    let entity = layout.entity(numbered: stored) ?? Int(cell.destination)
    assembler.setReference(number: number, entity: entity, Int(cell.slot))
  }

  private func readRare(_ cell: RowCell, of key: ObjectKey) throws(StoreError) {
    let column = base + cell.column
    guard !isNull(column) else { return }
    switch cell.kind {
    case .uuid:
      let bytes = bytes(column)
      guard bytes.count == 16 else { throw damage(key.number, "holds a UUID of the wrong length") }
      assembler.setBytes(bytes, Int(cell.slot))
    case .decimal: readDecimal(column, Int(cell.slot))
    default:
      do {
        try ExternalFiles.read(bytes(column), connection.externalFiles) { content in
          assembler.setBytes(content, Int(cell.slot))
        }
      } catch { throw damage(key.number, error.reason) }
    }
  }

  private func readDecimal(_ column: Int32, _ slot: Int) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_FLOAT:
      assembler.setString(DecimalText.of(sqlite3_column_double(statement, column)), slot)
    default: assembler.setBytes(bytes(column), slot)
    }
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  private func damage(_ number: Int64, _ what: String) -> StoreError {
    StoreError(
      .corrupt, store: connection.store,
      message: "the row \(number) of \(selection.table.name) \(what)")
  }
}
#endif
