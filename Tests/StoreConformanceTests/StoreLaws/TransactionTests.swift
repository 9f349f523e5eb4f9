// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct TransactionTests {
  @Test(arguments: StoreUnderTest.all)
  func aSecondWriterWaitsForTheFirst(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.reserve("Tag", 2)
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    let second = OtherThread { try session.commit(session.tagInsert(keys[1])) }
    #expect(!second.ends(within: 0.2))
    #expect(try transaction.apply(session.tagInsert(keys[0])).isEmpty)
    try transaction.prepare()
    try transaction.commit()
    try second.value()
    #expect(try session.keys(session.query("Tag")) == keys)
  }

  @Test(arguments: StoreUnderTest.all)
  func waitingForTheWriterEndsWithATimeout(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company) { $0.timeout = 0.3 }
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    let second = OtherThread { () -> StoreError.Kind? in
      do throws(StoreError) {
        try session.backend.beginWrite().rollback()
        return nil
      } catch { return error.kind }
    }
    #expect(second.ends(within: 10))
    #expect(try second.value() == .timeout)
  }

  @Test(arguments: StoreUnderTest.all)
  func aTimeoutLeavesTheStoreUsable(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company) { $0.timeout = 0.1 }
    let transaction = try session.backend.beginWrite()
    let second = OtherThread { (try? session.backend.beginWrite().rollback()) == nil }
    #expect(try second.value())
    transaction.rollback()
    try session.insert("Tag")
    #expect(try session.count(session.query("Tag")) == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func aRollbackLeavesNoTrace(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = try CompanyState(session)
    let transaction = try session.backend.beginWrite()
    #expect(try transaction.apply(before.everyKindOfChange()).isEmpty)
    transaction.rollback()
    try before.expectUnchanged()
  }

  @Test(arguments: StoreUnderTest.all)
  func aRollbackAfterPrepareLeavesNoTrace(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = try CompanyState(session)
    let transaction = try session.backend.beginWrite()
    #expect(try transaction.apply(before.everyKindOfChange()).isEmpty)
    try transaction.prepare()
    transaction.rollback()
    try before.expectUnchanged()
  }

  @Test(arguments: StoreUnderTest.all)
  func aReleasedTransactionIsRolledBack(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = try CompanyState(session)
    try {
      let transaction = try session.backend.beginWrite()
      #expect(try transaction.apply(before.everyKindOfChange()).isEmpty)
    }()
    try before.expectUnchanged()
    try session.insert("Tag")
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func aRollbackLeavesNoTraceAfterReopening(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = try CompanyState(session)
    let transaction = try session.backend.beginWrite()
    #expect(try transaction.apply(before.everyKindOfChange()).isEmpty)
    try transaction.prepare()
    transaction.rollback()
    try before.expectUnchanged(in: try session.reopened())
  }

  @Test(arguments: StoreUnderTest.all)
  func rollbackIsIdempotentAndHarmlessAfterCommit(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.reserve("Tag")[0]
    let transaction = try session.backend.beginWrite()
    #expect(try transaction.apply(session.tagInsert(key)).isEmpty)
    try transaction.prepare()
    try transaction.commit()
    transaction.rollback()
    transaction.rollback()
    #expect(try session.row(key) != nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func aCommitWithoutPrepareIsComplete(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.reserve("Tag")[0]
    let transaction = try session.backend.beginWrite()
    #expect(try transaction.apply(session.tagInsert(key)).isEmpty)
    try transaction.commit()
    #expect(try session.row(key) != nil)
  }

  @Test(arguments: StoreUnderTest.all(with: .transactionalReads))
  func theReaderSeesWhatTheTransactionHasWritten(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let state = try CompanyState(session)
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    #expect(try transaction.reader.keys(session.query("Tag")) == [state.tag])
    #expect(try transaction.apply(state.everyKindOfChange()).isEmpty)
    let reader = transaction.reader
    #expect(try reader.keys(session.query("Employee")) == [state.employee, state.fresh])
    #expect(try reader.row(for: state.tag) == nil)
    #expect(
      try reader.row(for: state.employee).map(session.schema.values)?["name"] == .string("new"))
    let members = session.schema.relationship("Department", "employees")
    #expect(
      try reader.related(members, of: [state.department], withRows: false).keys == [state.fresh])
  }

  @Test(arguments: StoreUnderTest.all)
  func severalChangeSetsAreOneTransaction(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.reserve("Tag", 3)
    let transaction = try session.backend.beginWrite()
    for key in keys { #expect(try transaction.apply(session.tagInsert(key)).isEmpty) }
    #expect(try session.onOtherThread { try session.count(session.query("Tag")) } == 0)
    try transaction.commit()
    #expect(try session.keys(session.query("Tag")) == keys)
  }

  @Test(arguments: StoreUnderTest.all)
  func anEmptyChangeSetCommits(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.commit(ChangeSet())
    #expect(try session.count(session.query("Tag")) == 0)
  }

  @Test(arguments: StoreUnderTest.all)
  func writersOnManyThreadsLoseNothing(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let writers = (0..<4).map { _ in
      OtherThread { for _ in 0..<25 { try session.insert("Tag") } }
    }
    for writer in writers { try writer.value() }
    #expect(try session.count(session.query("Tag")) == 100)
  }
}

extension StoreSession {
  func tagInsert(_ key: ObjectKey) -> ChangeSet {
    var changes = ChangeSet()
    changes.inserts = [RowInsert(key: key, row: schema.row("Tag"))]
    return changes
  }

  func onOtherThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) throws -> T {
    try OtherThread(work).value()
  }
}
