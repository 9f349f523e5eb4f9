// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The triggers of SQLite files.
@Suite struct DerivedFileTests {
  /// As Apple's framework made them for `pages.@count`.
  private static let golden: [String] = {
    let told =
      "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', "
      + "ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK ="
    func parameter(
      _ name: String, on event: String, of row: String, gives value: String
    ) -> String {
      "CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER_\(name) AFTER \(event) ON ZPAGE FOR EACH "
        + "ROW WHEN (\(row).ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = \(value) WHERE "
        + "Z_PK = \(row).ZBOOK; \(told) \(row).ZBOOK; END"
    }
    return [
      "CREATE TRIGGER Z_DA_ZBOOK_Book_pagesCount_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW "
        + "BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = (SELECT IFNULL(COUNT(ZBOOK), 0) FROM ZPAGE WHERE "
        + "ZBOOK = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; SELECT "
        + "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', "
        + "ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = NEW.Z_PK; END",
      parameter("DELETE", on: "DELETE", of: "OLD", gives: "ZPAGESCOUNT - 1"),
      parameter("INSERT", on: "INSERT", of: "NEW", gives: "IFNULL(ZPAGESCOUNT, 0) + 1"),
      parameter("UPDATE_DECREMENT", on: "UPDATE OF ZBOOK", of: "OLD", gives: "ZPAGESCOUNT - 1"),
      parameter("UPDATE_INCREMENT", on: "UPDATE OF ZBOOK", of: "NEW", gives: "ZPAGESCOUNT + 1"),
    ]
  }()

  // R-MOD-132
  @Test func theTriggersOfCountsAreApples() throws {
    let place = try Workplace()
    let coordinator = try place.opened(NSSQLiteStoreType, model: ReaderModel.make())
    defer { coordinator.persistentStores.forEach { try? coordinator.remove($0) } }
    #expect(try StatementRows.triggers(in: place.url()) == DerivedFileTests.golden)
  }

  /// A file without triggers, as a former version of the library would have left it.
  private func oldFile() throws -> Workplace {
    let place = try Workplace()
    let coordinator = try place.opened(NSSQLiteStoreType, model: BookcaseModel.make())
    try place.run(coordinator) { context in
      var edits = BookcaseEdits(seed: 3)
      for _ in 1...40 { try edits.edit(context) }
      try context.save()
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    for name in try StatementRows.run(
      "SELECT name FROM sqlite_master WHERE type = 'trigger'", in: place.url())
    {
      try StatementRows.run("DROP TRIGGER \(name)", in: place.url())
    }
    try StatementRows.run(
      "UPDATE ZBOOK SET ZPAGESCOUNT = NULL, ZAUTHORNAME = 'x', ZSEARCH = NULL, ZSIBLINGS = 7",
      in: place.url())
    return place
  }

  // R-MOD-132
  @Test func anOldFileGetsItsTriggersAndValues() throws {
    let place = try oldFile()
    let coordinator = try place.opened(NSSQLiteStoreType, model: BookcaseModel.make())
    #expect(try place.run(coordinator) { try BookcaseOracle.mistakes(in: $0) } == [])
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let triggers = try StatementRows.triggers(in: place.url())
    #expect(triggers.count > 40)
    let again = try place.opened(NSSQLiteStoreType, model: BookcaseModel.make())
    for store in again.persistentStores { try again.remove(store) }
    #expect(try StatementRows.triggers(in: place.url()) == triggers)
  }

  // R-MOD-132
  @Test func openingForReadingLeavesAnOldFileAsItIs() throws {
    let place = try oldFile()
    let before = try place.contents()
    let coordinator = try place.opened(
      NSSQLiteStoreType, model: BookcaseModel.make(),
      options: [NSReadOnlyPersistentStoreOption: true])
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    #expect(try place.contents() == before)
  }

  // R-REQ-182
  @Test func aProgramWithoutTheFunctionsOfTheTriggersCannotWrite() throws {
    let place = try Workplace()
    let coordinator = try place.opened(NSSQLiteStoreType, model: ReaderModel.make())
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    // Without the functions of Apple's framework no trigger may run.
    #expect(throws: StatementRows.Failure.self) {
      try StatementRows.run(
        "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1)", in: place.url())
    }
  }
}

/// The place of a file that Apple's framework made, which not everyone has: `APPLE_DERIVED_STORE`.
enum AppleFile {
  static let url = ProcessInfo.processInfo.environment["APPLE_DERIVED_STORE"]
    .map(URL.init(fileURLWithPath:))
}

/// A file that Apple's framework made, where there is one.
@Suite(.enabled(if: AppleFile.url != nil)) struct AppleFileTests {

  private let place: Workplace

  init() throws {
    place = try Workplace()
    try FileManager.default.copyItem(at: #require(AppleFile.url), to: place.url())
  }

  /// What the file counts, beside what is there.
  private func wrongCounts() throws -> [String] {
    try StatementRows.run(
      "SELECT Z_PK, ZPAGESCOUNT, (SELECT COUNT(*) FROM ZPAGE p WHERE p.ZBOOK = b.Z_PK) c "
        + "FROM ZBOOK b WHERE c <> IFNULL(ZPAGESCOUNT, 0)", in: place.url())
  }

  // R-REQ-180, R-REQ-182, R-MOD-132
  @Test func itOpensAndKeepsItsCounts() throws {
    let triggers = try StatementRows.triggers(in: place.url())
    let hashes = try StatementRows.run("SELECT hex(Z_PLIST) FROM Z_METADATA", in: place.url())
    let coordinator = try place.opened(NSSQLiteStoreType, model: ReaderModel.make())
    try place.run(coordinator) { context in
      let book = try #require(context.all("Book", "pagesCount > 5").first)
      let count = try #require(book.value(forKey: "pagesCount") as? Int)
      #expect(book.objects("pages").count == count)
      for page in book.objects("pages").prefix(3) { context.delete(page) }
      let page = try #require(context.all("Page", "book != %@", with: book).first)
      page.setValue(book, forKey: "book")
      try context.save()
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "pagesCount") as? Int == count - 2)
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    #expect(try wrongCounts() == [])
    #expect(try StatementRows.triggers(in: place.url()) == triggers)
    #expect(try StatementRows.run("PRAGMA integrity_check", in: place.url()) == ["ok"])
    #expect(try StatementRows.run("SELECT hex(Z_PLIST) FROM Z_METADATA", in: place.url()) == hashes)
  }

  // R-REQ-180
  @Test func anotherStructureIsRefused() throws {
    let model = ReaderModel.make()
    model.entitiesByName["Book"]?.properties.append(GarageModel.attribute("blurb", .string))
    let error = #expect(throws: CocoaError.self) {
      try place.opened(NSSQLiteStoreType, model: model)
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
  }
}

extension NSManagedObjectContext {
  fileprivate func all(
    _ name: String, _ format: String, with argument: Any
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.predicate = NSPredicate(format: format, argumentArray: [argument])
    return try fetch(request)
  }
}
#endif
