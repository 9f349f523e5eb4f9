// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The migration of the notes that Apple's mirroring to CloudKit keeps of objects in tables of its own, by the
/// numbers of their entities: `ANSCKRECORDMETADATA` and the like. They follow the entities (R-REQ-165).
struct MirroringMigration {
  private let layouts: MigrationLayouts
  private let connection: Connection

  init(_ layouts: MigrationLayouts, _ connection: Connection) {
    self.layouts = layouts
    self.connection = connection
  }

  func run() throws(StoreError) {
    let found = try FileSchema(connection)
    for table in found.tables.sorted()
    where table.hasPrefix("ANSCK") && found.has("ZENTITYID", in: table) {
      try removeLeavers(from: table)
      try renumber(table)
    }
  }

  /// Deletes the notes of objects that are no more, which would be taken for those of another entity's.
  /// Nothing that is no entity's number is touched.
  private func removeLeavers(from table: String) throws(StoreError) {
    let numbers = (["0"] + layouts.stayingEntities.map { String(layouts.oldNumber(of: $0)) })
      .joined(separator: ", ")
    try connection.execute(
      "DELETE FROM \(SQLName(table)) WHERE ZENTITYID < \(EntityNumbers.firstOfHistory) "
        + "AND ZENTITYID NOT IN (\(numbers))")
  }

  /// By way of negative numbers: a unique index has no two rows of one object, not for a moment.
  private func renumber(_ table: String) throws(StoreError) {
    let entities = layouts.stayingEntities.filter { layouts.isRenumbered([$0]) }
    guard !entities.isEmpty else { return }
    try connection.execute(
      "UPDATE \(SQLName(table)) SET ZENTITYID = -(\(layouts.renumbered("ZENTITYID", entities))) "
        + "WHERE ZENTITYID IN (\(layouts.oldNumbers(entities)))")
    try connection.execute(
      "UPDATE \(SQLName(table)) SET ZENTITYID = -ZENTITYID WHERE ZENTITYID < 0")
  }
}
#endif
