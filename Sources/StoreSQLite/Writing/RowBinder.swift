// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Binds values of packed rows to a statement's parameters, straight from the rows' bytes.
struct RowBinder {
  let statement: OpaquePointer
  let layout: StoreLayout

  /// Binds one cell of a row that stays alive until the statement has been stepped.
  /// - Returns: false for a value that only ``ExternalFiles`` can take.
  @inline(__always)
  func bind(_ cell: RowCell, of row: Row, at parameter: Int32, entityAt entityParameter: Int32) {
    let slot = Int(cell.slot)
    guard !row.isNull(slot) else {
      return bindNull(cell, parameter: parameter, entityParameter: entityParameter)
    }
    switch cell.kind {
    case .integer, .reference:
      sqlite3_bind_int64(statement, parameter, row.integer(slot))
    case .double: ValueWriting.write(double: row.double(slot), to: target(parameter))
    case .text, .bytes, .uuid, .decimal:
      ValueWriting.write(row.bytes(slot), cell.kind, to: target(parameter))
    case .polymorphicReference:
      sqlite3_bind_int64(statement, parameter, row.integer(slot))
      bindEntity(Int(row.bits(slot + 1) & 0xFFFF_FFFF), cell: cell, parameter: entityParameter)
    case .external: break
    }
  }

  private func bindNull(_ cell: RowCell, parameter: Int32, entityParameter: Int32) {
    sqlite3_bind_null(statement, parameter)
    if cell.kind == .polymorphicReference { sqlite3_bind_null(statement, entityParameter) }
  }

  @inline(__always)
  private func target(_ parameter: Int32) -> ParameterTarget {
    ParameterTarget(statement: statement, index: parameter)
  }

  private func bindEntity(_ entity: Int, cell: RowCell, parameter: Int32) {
    let known = layout.entities.indices.contains(entity) ? layout.entities[entity] : nil
    let number = known ?? layout.entities[Int(cell.destination)]
    if let number {
      sqlite3_bind_int64(statement, parameter, number.number)
    } else {
      sqlite3_bind_null(statement, parameter)
    }
  }
}
#endif
