// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// A file that this process and a child have open at once.
@Suite(.serialized) struct TwoProcessTests {
  private static let variable = "OPENCOREDATA_LMDB_TEST_FILE"

  /// The file, as parent and child know it.
  private static var url: URL {
    URL(fileURLWithPath: ProcessInfo.processInfo.environment[variable] ?? "/nowhere")
  }

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.url.appendingPathComponent("store.lmdb").path
    setenv(TwoProcessTests.variable, path, 1)
  }

  // R-PSC-329
  @Test func numbersAreGivenOutOnceOverProcesses() async throws {
    let schema = LMDBFixture.notes
    let root = schema.index("Note")
    let store = try LMDBFixture.open(TwoProcessTests.url, schema)
    defer { store.close() }
    let mine = OtherThread { () -> [Int64] in
      try (0..<500).map { _ in try store.reserveNumbers(1, root: root) }
    }
    await #expect(processExitsWith: .success) {
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(TwoProcessTests.url, schema)
      var numbers: [String] = []
      for _ in 0..<500 {
        numbers.append(String(try store.reserveNumbers(1, root: schema.index("Note"))))
      }
      store.close()
      let list = TwoProcessTests.url.appendingPathExtension("numbers")
      try numbers.joined(separator: " ").write(to: list, atomically: true, encoding: .utf8)
    }
    let list = TwoProcessTests.url.appendingPathExtension("numbers")
    let theirs = try String(contentsOf: list, encoding: .utf8).split(separator: " ")
      .compactMap { Int64($0) }
    #expect(theirs.count == 500)
    #expect(Set(theirs).union(try mine.value()).count == 1000)
  }

  // R-PSC-852
  @Test func aMapThatAnotherProcessHasGrownIsAdopted() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(TwoProcessTests.url, schema) {
      $0.settings["mapsize"] = "65536"
    }
    defer { store.close() }
    await #expect(processExitsWith: .success) {
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(TwoProcessTests.url, schema)
      try store.insert(schema, "Note", [["body": .data(Data(count: 3_000_000))]])
      store.close()
    }
    let key = ObjectKey(entity: schema.index("Note"), number: 1)
    #expect(try store.row(key)?.data(schema.slot("Note", "body"))?.count == 3_000_000)
    #expect(try store.insert(schema, "Note", [[:]])[0].number == 2)
  }

  // R-PSC-851
  @Test func anotherProcessesWriterIsWaitedForNoLongerThanTheTimeout() async throws {
    let store = try LMDBFixture.open(TwoProcessTests.url, LMDBFixture.notes)
    defer { store.close() }
    let writing = OtherThread { () -> Bool in
      let transaction = try store.beginWrite()
      defer { transaction.rollback() }
      let done = TwoProcessTests.url.appendingPathExtension("done").path
      for _ in 0..<2000 where !FileManager.default.fileExists(atPath: done) { usleep(10_000) }
      return FileManager.default.fileExists(atPath: done)
    }
    await #expect(processExitsWith: .success) {
      let store = try LMDBFixture.open(TwoProcessTests.url, LMDBFixture.notes) {
        $0.timeout = 0.2
      }
      let error = kind { try store.beginWrite().rollback() }
      store.close()
      try Data().write(to: TwoProcessTests.url.appendingPathExtension("done"))
      exit(error == .timeout ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(try writing.value())
  }

  // R-PSC-853
  @Test func aKilledWriterLeavesTheFileUsable() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(TwoProcessTests.url, schema)
    defer { store.close() }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(TwoProcessTests.url, schema)
      let snapshot = try store.beginRead()
      _ = try snapshot.count(schema.query("Note"))
      let transaction = try store.beginWrite()
      var changes = ChangeSet()
      let key = ObjectKey(entity: schema.index("Note"), number: 1)
      changes.inserts = [RowInsert(key: key, row: schema.row("Note"))]
      _ = try transaction.apply(changes)
      kill(getpid(), SIGKILL)
    }
    #expect(try store.keys(schema.query("Note")).isEmpty)
    #expect(try store.insert(schema, "Note", [[:]]).count == 1)
  }
}
#endif
