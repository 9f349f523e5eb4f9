// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct NumberReservationTests {
  @Test(arguments: StoreUnderTest.all)
  func numbersStartAtOneAndAreConsecutive(_ store: StoreUnderTest) throws {  // R-PSC-325, 327
    let session = try StoreSession(store, SchemaFixture.company)
    let tag = session.schema.index("Tag")
    #expect(try session.backend.reserveNumbers(1, root: tag) == 1)
    #expect(try session.backend.reserveNumbers(5, root: tag) == 2)
    #expect(try session.backend.reserveNumbers(1, root: tag) == 7)
  }

  @Test(arguments: StoreUnderTest.all)
  func eachRootEntityHasItsOwnCounter(_ store: StoreUnderTest) throws {  // R-PSC-325
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    #expect(try session.reserve("Employee", 3).map(\.number) == [1, 2, 3])
    #expect(try session.reserve("Account").map(\.number) == [1])
    #expect(try session.reserve("Company").map(\.number) == [4])
  }

  @Test(arguments: StoreUnderTest.all)
  func aBlockSizeKeepsNumbersConsecutiveAndUnique(_ store: StoreUnderTest) throws {  // R-PSC-330
    let session = try StoreSession(store, SchemaFixture.company) { $0.numberBlockSize = 10 }
    var seen: Set<Int64> = []
    for count in [1, 3, 9, 12, 1, 1, 25, 2] {
      for key in try session.reserve("Tag", count) { #expect(seen.insert(key.number).inserted) }
    }
    #expect(seen.count == 54)
  }

  @Test(arguments: StoreUnderTest.all)
  func threadsNeverGetTheSameNumber(_ store: StoreUnderTest) throws {  // R-PSC-329
    let session = try StoreSession(store, SchemaFixture.company)
    let threads = (0..<4).map { _ in
      OtherThread { try (0..<50).flatMap { try session.reserve("Tag", 1 + $0 % 3) } }
    }
    let keys = try threads.flatMap { try $0.value() }
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: StoreUnderTest.all)
  func aRolledBackNumberIsNotGivenAgain(_ store: StoreUnderTest) throws {  // R-PSC-326
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.reserve("Tag")[0]
    let transaction = try session.backend.beginWrite()
    _ = try transaction.apply(session.tagInsert(key))
    transaction.rollback()
    #expect(try session.reserve("Tag")[0].number > key.number)
  }

  @Test(arguments: StoreUnderTest.all(with: .stableNumbers))
  func aDeletedNumberIsNotGivenAgain(_ store: StoreUnderTest) throws {  // R-PSC-326
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", Array(repeating: [:], count: 20))
    var changes = ChangeSet()
    changes.deletes = keys.map { RowDelete(key: $0, expectedVersion: nil) }
    try session.commit(changes)
    #expect(try session.reserve("Tag")[0].number == 21)
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .stableNumbers]), [1, 10])
  func reopeningDoesNotRepeatANumber(_ store: StoreUnderTest, _ block: Int) throws {
    // R-PSC-326, R-PSC-328
    var session = try StoreSession(store, SchemaFixture.company) { $0.numberBlockSize = block }
    var last: Int64 = 0
    for _ in 0..<4 {
      let number = try session.reserve("Tag")[0].number
      #expect(number > last)
      last = number
      session = try session.reopened()
    }
    let key = try session.insert("Tag")
    try session.delete(key)
    #expect(try session.reopened().reserve("Tag")[0].number > key.number)
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .multiProcess]), [1, 7])
  func twoBackendsOnOneFileNeverGetTheSameNumber(_ store: StoreUnderTest, _ block: Int) throws {
    // R-PSC-329
    let session = try StoreSession(store, SchemaFixture.company) { $0.numberBlockSize = block }
    let sessions = [session, try session.another()]
    let threads = sessions.map { session in
      OtherThread { try (0..<100).flatMap { try session.reserve("Tag", 1 + $0 % 3) } }
    }
    let keys = try threads.flatMap { try $0.value() }
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: StoreUnderTest.all)
  func reservingMakesNoRow(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    _ = try session.reserve("Tag", 100)
    #expect(try session.count(session.query("Tag")) == 0)
  }

  @Test(arguments: StoreUnderTest.all(with: .stableNumbers))
  func numbersMayBeUsedInAnyOrder(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.reserve("Tag", 3)
    try session.commit(session.tagInsert(keys[2]))
    try session.commit(session.tagInsert(keys[0]))
    #expect(try session.keys(session.query("Tag")) == [keys[0], keys[2]])
    #expect(try session.reserve("Tag")[0].number == 4)
  }
}
