// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// A value in a row of a statement's result: how it stands there.
struct TableCell {
  let kind: OperandKind
  let column: Int32
  /// Of a reference: the column with the number of its entity, and what it is declared to lead to.
  var entityColumn: Int32 = -1
  var destination = 0

  /// - Throws: damage for a reference to a number that no object can have, as of rows.
  func value(
    _ statement: Statement, _ plan: StorePlan
  ) throws(StoreError) -> AttributeValue {
    let type = sqlite3_column_type(statement.pointer, column)
    if type == SQLITE_NULL { return .null }
    switch kind {
    case .integer: return .integer(statement.integer(column))
    case .double: return number(statement, type)
    case .date: return .date(double(statement, type))
    case .decimal: return .decimal(DecimalCoding.decimal(decimalText(statement, type)))
    case .text: return .string(String(decoding: statement.bytes(column), as: UTF8.self))
    case .bytes: return .data(Data(statement.bytes(column)))
    case .uuid: return uuid(statement)
    case .reference: return try reference(statement, plan)
    case .general, .external: return general(statement, type)
    }
  }

  private func double(_ statement: Statement, _ type: Int32) -> Double {
    switch type {
    case SQLITE_TEXT: SpecialDouble.value(statement.bytes(column))
    case SQLITE_BLOB: .nan
    default: sqlite3_column_double(statement.pointer, column)
    }
  }

  private func number(_ statement: Statement, _ type: Int32) -> AttributeValue {
    .double(double(statement, type))
  }

  private func decimalText(_ statement: Statement, _ type: Int32) -> String {
    type == SQLITE_FLOAT
      ? DecimalColumn.of(sqlite3_column_double(statement.pointer, column))
      : statement.text(column) ?? ""
  }

  private func uuid(_ statement: Statement) -> AttributeValue {
    let bytes = statement.bytes(column)
    return bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
  }

  private func reference(
    _ statement: Statement, _ plan: StorePlan
  ) throws(StoreError) -> AttributeValue {
    let number = statement.integer(column)
    guard number > 0 else {
      throw damage(of: number, "a number that no object can have", in: plan)
    }
    guard entityColumn >= 0 else {
      return .reference(ObjectKey(entity: destination, number: number))
    }
    let stored = statement.integer(entityColumn)
    guard let entity = plan.layout.entity(numbered: stored) else {
      throw damage(of: number, "the unknown entity number \(stored)", in: plan)
    }
    return .reference(ObjectKey(entity: entity, number: number))
  }

  private func damage(
    of number: Int64, _ what: String, in plan: StorePlan
  ) -> StoreError {
    let table = plan.layout.table(of: destination)?.name ?? "a table"
    return StoreError(
      .corrupt, store: plan.store, message: "the row \(number) of \(table) has \(what)")
  }

  /// A value in its general form, see ``GeneralValue``.
  private func general(_ statement: Statement, _ type: Int32) -> AttributeValue {
    switch type {
    case SQLITE_INTEGER: .integer(statement.integer(column))
    case SQLITE_FLOAT: .double(sqlite3_column_double(statement.pointer, column))
    case SQLITE_TEXT: .string(String(decoding: statement.bytes(column), as: UTF8.self))
    default: GeneralValue.tagged(statement.bytes(column))
    }
  }
}
#endif
