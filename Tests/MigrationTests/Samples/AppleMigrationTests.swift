// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import CoreData
import Foundation
import StoreTestSupport
import Testing

/// A store of Apple's framework migrated here, beside what Apple's framework has made of it.
@Suite(.enabled(if: AppleSamples.areThere)) struct AppleMigrationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func model(_ version: String) throws -> NSManagedObjectModel {
    let url = try AppleSamples.url("SampleModel.xcdatamodeld/\(version).xcdatamodel")
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    // The program's classes are not here.
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    return model
  }

  private func content(_ file: URL, _ model: NSManagedObjectModel) throws -> Content {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: file,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try Content(of: context) }
  }

  // R-PSC-538, R-REQ-124, R-REQ-181: names, numbers, tables and objects as Apple's.
  @Test func theSecondVersionIsAsApplesMigrationLeavesIt() throws {
    let ours = try AppleSamples.copy("SampleModel_V1.sqlite", to: directory)
    let apples = try AppleSamples.copy("SampleModel_V2.sqlite", to: directory)
    let second = try model("SampleModel2")
    let found = try content(ours, second)
    let expected = try content(apples, second)
    #expect(!found.objects.isEmpty)
    #expect(Set(found.objects.keys.map(\.entity)) == Set(expected.objects.keys.map(\.entity)))
    #expect(
      try rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1", ours)
        == rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1", apples))
    for table in ["ZCAR", "ZPERSON"] {
      let columns = "SELECT name, type FROM pragma_table_info('\(table)') ORDER BY name"
      #expect(try rows(columns, ours) == rows(columns, apples))
      let indexes = """
        SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '\(table)' ORDER BY 1
        """
      #expect(try rows(indexes, ours) == rows(indexes, apples))
    }
    #expect(try rows("PRAGMA integrity_check", ours) == ["ok"])
  }

  private func rows(_ sql: String, _ file: URL) throws -> [String] {
    var database: OpaquePointer?
    try #require(sqlite3_open(file.path, &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let cells = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
      }
      rows.append(cells.joined(separator: "|"))
    }
    return rows
  }
}
#endif
