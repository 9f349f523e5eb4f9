// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// What a process leaves that dies while it makes a store.
@Suite(.serialized) struct UnfinishedFileTests {
  private let directory: TemporaryDirectory
  private let schema = LMDBFixture.notes
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  /// The engine's first two pages, and nothing of a store.
  private func unused() async throws -> Data {
    try Data().write(to: url)
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      getrlimit(size, &limit)
      limit.rlim_cur = 8192
      signal(SIGXFSZ, SIG_IGN)
      // The lock file must not count.
      guard truncate(url.path + "-lock", 0) != 0 else { exit(4) }
      let lock = open(url.path + "-lock", O_RDWR | O_CREAT, 0o600)
      guard ftruncate(lock, 1 << 20) == 0, setrlimit(size, &limit) == 0 else { exit(3) }
      guard kind({ try LMDBFixture.open(url, LMDBFixture.notes).close() }) != nil else { exit(2) }
    }
    return try Data(contentsOf: url)
  }

  // R-PSC-860
  @Test func theBeginningOfAFileIsANewStore() async throws {
    let whole = try await unused()
    #expect(whole.count >= 8192)
    for length in [20, 23, 24, 100, 152, 4096, 5000, 8192] {
      try whole.prefix(length).write(to: url)
      #expect(!LMDBStore.hasContent(at: url), "\(length) bytes")
      #expect(
        kind { try LMDBFixture.open(url, schema) { $0.isReadOnly = true }.close() } == .missingStore
      )
      let store = try LMDBFixture.open(url, schema)
      let key = try store.insert(
        in: schema, entity: "Note", objects: [["text": .string("\(length)")]])[0]
      store.close()
      #expect(LMDBStore.hasContent(at: url), "\(length) bytes")
      let again = try LMDBFixture.open(url, schema)
      #expect(try again.row(key)?.string(schema.slot("Note", "text")) == "\(length)")
      again.close()
    }
  }

  // R-PSC-860
  @Test func severalProcessesMayFindItAtOnce() async throws {
    try (try await unused()).prefix(4096).write(to: url)
    let others = (0..<4).map { _ in
      OtherThread { [url] in
        let store = try LMDBFixture.open(url, LMDBFixture.notes)
        try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:]])
        store.close()
      }
    }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let store = try LMDBFixture.open(url, LMDBFixture.notes)
      try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:]])
      store.close()
    }
    for other in others { try other.value() }
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    #expect(try store.keys(schema.query("Note")).count == 5)
  }
}
#endif
