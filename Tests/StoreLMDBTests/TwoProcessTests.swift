// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Dispatch
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// A file that this process and a child have open at once.
@Suite(.serialized) struct TwoProcessTests {
  private let directory: TemporaryDirectory

  /// The file, as parent and child know it.
  private let url: URL

  init() throws {
    directory = try TemporaryDirectory()
    url = directory.url.appendingPathComponent("store.lmdb")
  }

  // R-PSC-329
  @Test func numbersAreGivenOutOnceOverProcesses() async throws {
    let schema = LMDBFixture.notes
    let root = schema.index("Note")
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    let mine = OtherThread { () -> [Int64] in
      try (0..<500).map { _ in try store.reserveNumbers(1, root: root) }
    }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema)
      var numbers: [String] = []
      for _ in 0..<500 {
        numbers.append(String(try store.reserveNumbers(1, root: schema.index("Note"))))
      }
      store.close()
      let list = url.appendingPathExtension("numbers")
      try numbers.joined(separator: " ").write(to: list, atomically: true, encoding: .utf8)
    }
    let list = url.appendingPathExtension("numbers")
    let theirs = try String(contentsOf: list, encoding: .utf8).split(separator: " ")
      .compactMap { Int64($0) }
    #expect(theirs.count == 500)
    #expect(Set(theirs).union(try mine.value()).count == 1000)
  }

  // R-PSC-852
  @Test func aMapThatAnotherProcessHasGrownIsAdopted() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema) {
      $0.settings["mapsize"] = "65536"
    }
    defer { store.close() }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema)
      try store.insert(
        in: schema, entity: "Note", objects: [["body": .data(Data(count: 3_000_000))]])
      store.close()
    }
    let key = ObjectKey(entity: schema.index("Note"), number: 1)
    #expect(try store.row(key)?.data(schema.slot("Note", "body"))?.count == 3_000_000)
    #expect(try store.insert(in: schema, entity: "Note", objects: [[:]])[0].number == 2)
  }

  // R-PSC-851
  @Test func anotherProcessesWriterIsWaitedForNoLongerThanTheTimeout() async throws {
    let store = try LMDBFixture.open(url, LMDBFixture.notes)
    defer { store.close() }
    let writer = OtherWriter(store)
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let store = try LMDBFixture.open(url, LMDBFixture.notes) { $0.timeout = 0.2 }
      let error = kind { try store.beginWrite().rollback() }
      store.close()
      exit(error == .timeout ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    try writer.end()
  }

  // R-PSC-853
  @Test func aKilledWriterLeavesTheFileUsable() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema)
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
    #expect(try store.insert(in: schema, entity: "Note", objects: [[:]]).count == 1)
  }
}

/// A write transaction on a thread of its own, where it must begin and end.
private struct OtherWriter {
  private let mayEnd: DispatchSemaphore
  private let thread: OtherThread<Void>

  /// Returns once the transaction has begun.
  init(_ store: LMDBStore) {
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    self.mayEnd = mayEnd
    thread = OtherThread {
      let begun = Result { try store.beginWrite() }
      hasBegun.signal()
      let transaction = try begun.get()
      mayEnd.wait()
      transaction.rollback()
    }
    hasBegun.wait()
  }

  func end() throws {
    mayEnd.signal()
    try thread.value()
  }
}
#endif
