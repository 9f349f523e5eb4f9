// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Numbers that are set aside ahead of time. R-PSC-330
@Suite struct NumberBlockTests {
  private let schema = LMDBFixture.notes
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }
  private var note: Int { schema.index("Note") }

  init() throws { directory = try TemporaryDirectory() }

  @Test func whoAsksOneByOneRarelyWritesToTheFile() throws {
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    for number in Int64(1)...300 {
      #expect(try store.reserveNumbers(1, root: note) == number)
    }
    let modified = try modificationDate()
    for _ in 0..<20 { _ = try store.reserveNumbers(1, root: note) }
    #expect(try modificationDate() == modified)
  }

  @Test func theNextNumberIsTheNextThatSomebodyGets() throws {
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    for _ in 0..<50 { _ = try store.reserveNumbers(1, root: note) }
    let statistics = try store.statistics().entities.first { $0.entity == note }
    #expect(statistics?.nextNumber == 51)
    #expect(try store.reserveNumbers(1, root: note) == 51)
  }

  // R-PSC-326
  @Test func whatIsLeftGoesBackWhenTheStoreCloses() throws {
    let store = try LMDBFixture.open(url, schema)
    for _ in 0..<50 { _ = try store.reserveNumbers(1, root: note) }
    store.close()
    let reopened = try LMDBFixture.open(url, schema)
    defer { reopened.close() }
    #expect(try reopened.reserveNumbers(1, root: note) == 51)
  }

  // R-PSC-326, R-PSC-329
  @Test func nothingGoesBackThatLiesBelowAnothersNumbers() throws {
    let store = try LMDBFixture.open(url, schema)
    let other = try LMDBFixture.open(url, schema)
    for _ in 0..<50 { _ = try store.reserveNumbers(1, root: note) }
    let others = try other.reserveNumbers(1, root: note)
    #expect(others > 50)
    store.close()
    #expect(try other.reserveNumbers(1, root: note) > others)
    other.close()
  }

  // R-PSC-134
  @Test func nearTheEndNoMoreIsTakenThanNeeded() throws {
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    for _ in 0..<9 { _ = try store.reserveNumbers(1, root: note) }
    var changes = ChangeSet()
    let last = ObjectKey(entity: note, number: .max - 3)
    changes.inserts = [RowInsert(key: last, row: schema.row("Note", [:]))]
    try store.commit(changes)
    var numbers: [Int64] = []
    for _ in 0..<40 {
      guard let number = try? store.reserveNumbers(1, root: note) else { break }
      numbers.append(number)
    }
    #expect(numbers.last == Int64.max - 1)
  }

  private func modificationDate() throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
  }
}
#endif
