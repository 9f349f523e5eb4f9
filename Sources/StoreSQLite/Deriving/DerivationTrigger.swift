// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// One trigger that keeps a derived attribute up, in the words of Apple's files (R-MOD-132).
struct DerivationTrigger: Sendable {
  /// The column that is derived.
  struct Target: Sendable {
    let table: String
    let entity: String
    let attribute: String
    let column: String
    /// The numbers of the entities that have the attribute; nil when all rows of the table do.
    let numbers: [Int64]?

    /// The condition for rows of the table, to follow another one; or nothing.
    var scope: String { numbers.map { " AND Z_ENT IN (\(Target.list($0)))" } ?? "" }

    /// Begins the name of each trigger on a table.
    func prefix(_ table: String) -> String { "Z_DA_\(table)_\(entity)_\(attribute)" }

    static func list(_ numbers: [Int64]) -> String {
      numbers.map(String.init).joined(separator: ", ")
    }
  }

  let target: Target
  /// The table that it watches.
  let table: String
  /// The last part of its name.
  let suffix: String
  /// Such as `UPDATE OF ZBOOK`.
  let event: String
  var condition: String?
  /// The new value, in which the columns of the target's row stand by their names.
  let value: String
  /// The rows whose value it is.
  let rows: String

  var name: String { "\(target.prefix(table))_\(suffix)" }

  var sql: String {
    let (table, column) = (SQLName(target.table), SQLName(target.column))
    let when = condition.map { " WHEN (\($0))" } ?? ""
    let function = isOfNewRow ? "NSCoreDataDATriggerInsertUpdated" : "NSCoreDataDATriggerUpdated"
    let affected = "WHERE \(rows)\(target.scope)"
    return "CREATE TRIGGER \(SQLName(name)) AFTER \(event) ON \(SQLName(self.table)) FOR EACH ROW"
      + "\(when) BEGIN UPDATE \(table) SET \(column) = \(value) \(affected); "
      + "SELECT \(function)AffectedObjectValue('\(target.table)', Z_ENT, Z_PK, "
      + "'\(target.attribute)', \(column)) FROM \(table) \(affected); END"
  }

  /// True if it gives a row its first value.
  private var isOfNewRow: Bool { suffix == "INSERT" || suffix == "SOURCE_INSERT" }
}
#endif
