// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

@Suite struct GrowthTests {
  private let schema = LMDBFixture.notes
  private let directory: TemporaryDirectory
  private let store: LMDBStore
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws {
    directory = try TemporaryDirectory()
    store = try LMDBFixture.open(directory.url.appendingPathComponent("store.lmdb"), schema) {
      $0.settings["mapsize"] = "65536"
    }
  }

  // R-PSC-852: the engine maps it. A page of it for which a full disk has no room would end the program.
  @Test func theLockFileHasItsRoomFromTheStart() throws {
    var status = stat()
    try #require(stat(url.path + "-lock", &status) == 0)
    let page = sysconf(Int32(_SC_PAGESIZE))
    #expect(Int(status.st_blocks) * 512 + page >= Int(status.st_size))
  }

  // R-PSC-852
  @Test func aValueLargerThanTheMapIsStored() throws {
    let body = Data((0..<10_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let key = try store.insert(in: schema, entity: "Note", objects: [["body": .data(body)]])[0]
    #expect(try store.row(key)?.data(schema.slot("Note", "body")) == body)
  }

  // R-PSC-852
  @Test func whatWasAppliedBeforeTheMapGrewIsNotLost() throws {
    let transaction = try store.beginWrite()
    let entity = schema.index("Note")
    for round in 0..<20 {
      var changes = ChangeSet()
      changes.inserts = (1...100).map { number in
        RowInsert(
          key: ObjectKey(entity: entity, number: Int64(round * 100 + number)),
          row: schema.row("Note", ["text": .string(String(repeating: "x", count: 400))]))
      }
      #expect(try transaction.apply(changes).isEmpty)
      #expect(try transaction.reader.count(schema.query("Note")) == (round + 1) * 100)
    }
    try transaction.prepare()
    try transaction.commit()
    #expect(try store.keys(schema.query("Note")).count == 2000)
  }

  // R-PSC-852
  @Test func growthWaitsForReadersAndLetsNewOnesThrough() throws {
    let snapshot = try store.beginRead()
    let store = store
    let schema = schema
    let writing = OtherThread {
      try store.insert(
        in: schema, entity: "Note", objects: [["body": .data(Data(count: 3_000_000))]])
    }
    #expect(!writing.ends(within: 0.3))
    #expect(try snapshot.count(schema.query("Note")) == 0)
    // A thread that already reads may read once more, or it could never end.
    let second = try store.beginRead()
    second.end()
    snapshot.end()
    #expect(try writing.value().count == 1)
  }

  // R-PSC-852
  @Test func aDiskThatIsFullIsNamed() async throws {
    let key = try store.insert(in: schema, entity: "Note", objects: [["text": .string("kept")]])[0]
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema)
      // As on a full disk: a write that crosses the limit is done in part.
      let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      getrlimit(size, &limit)
      limit.rlim_cur = 1_000_000
      signal(SIGXFSZ, SIG_IGN)
      guard setrlimit(size, &limit) == 0 else { exit(3) }
      let error = kind {
        _ = try store.insert(
          in: schema, entity: "Note", objects: [["body": .data(Data(count: 3_000_000))]])
      }
      guard error == .diskFull else { exit(2) }
      try store.insert(in: schema, entity: "Note", objects: [["text": .string("small")]])
      store.close()
    }
    #expect(try store.row(key) != nil)
    #expect(try store.keys(schema.query("Note")).count == 2)
  }

  @Test func aRolledBackTransactionThatGrewLeavesNoTrace() throws {
    let transaction = try store.beginWrite()
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(
        key: ObjectKey(entity: schema.index("Note"), number: 1),
        row: schema.row("Note", ["body": .data(Data(count: 2_000_000))]))
    ]
    #expect(try transaction.apply(changes).isEmpty)
    transaction.rollback()
    #expect(try store.keys(schema.query("Note")).isEmpty)
  }
}
#endif
