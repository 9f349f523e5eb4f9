// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// A program whose n-th store call fails, for each n until a run is clean: a store is then either
/// as it was or as the program leaves it, never in between.
@Suite struct FaultTests {
  private static let most = 60

  /// Inserts a department with two employees, in one transaction.
  private static func program(_ store: any StoreBackend, _ schema: StoreSchema) throws {
    let (department, employee) = (schema.index("Department"), schema.index("Employee"))
    let first = try store.reserveNumbers(1, root: department)
    let owner = ObjectKey(entity: department, number: first)
    let numbers = try store.reserveNumbers(2, root: employee)
    let transaction = try store.beginWrite()
    defer { transaction.rollback() }
    var changes = ChangeSet()
    changes.inserts = (0..<2).map {
      RowInsert(
        key: ObjectKey(entity: employee, number: numbers + $0),
        row: schema.row("Employee", ["department": .reference(owner)]))
    }
    changes.inserts.append(RowInsert(key: owner, row: schema.row("Department")))
    changes.sort()
    guard try transaction.apply(changes).isEmpty else { throw UnexpectedAnswer("conflict") }
    if store.capabilities.contains(.transactionalReads) {
      guard try transaction.reader.row(for: owner) != nil else { throw UnexpectedAnswer("no row") }
    }
    try transaction.prepare()
    try transaction.commit()
  }

  @Test(arguments: StoreUnderTest.all)
  func aFailedCallLeavesTheStoreWhole(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let employees = session.query("Employee")
    var (failing, stored) = (1, 0)
    while failing < Self.most {
      let faulty = FaultingStore(session.backend, failingAt: failing)
      do {
        try Self.program(faulty, session.schema)
        stored += 1
      } catch let error as StoreError {
        #expect(error.kind == .inputOutput)
      }
      #expect(try session.count(employees) == 2 * stored, "call \(failing)")
      #expect(try session.count(session.query("Department")) == stored, "call \(failing)")
      guard faulty.hasFailed else { break }
      failing += 1
    }
    #expect(stored == 1)
    #expect(failing < Self.most)
  }

  @Test(arguments: StoreUnderTest.all)
  func aFailedCallDoesNotLockTheStore(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company) { $0.timeout = 2 }
    for failing in 1..<8 {
      let faulty = FaultingStore(session.backend, failingAt: failing)
      // The failure is the point; what counts is that the next write gets through.
      try? Self.program(faulty, session.schema)
      try session.insert("Tag")
    }
    #expect(try session.count(session.query("Tag")) == 7)
  }

  @Test(arguments: StoreUnderTest.all)
  func rowsInBatchesOfOneAreTheSameRows(_ store: StoreUnderTest) throws {
    let chaotic = store.wrapped("one row a batch") { ChaosStore($0) }
    let law = try QueryLaw(chaotic, SharedDataset.hierarchy.data(for: store).dataset)
    var query = law.session.query("Party")
    try law.check(query)
    query.sort = [SortKey(law.schema.path("Party", "name"))]
    query.limit = 9
    try law.check(query)
  }

  @Test(arguments: StoreUnderTest.all)
  func aReadOfManyRowsIsOneCall(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", Array(repeating: [:], count: 500))
    let recording = RecordingStore(session.backend)
    let snapshot = try recording.beginRead()
    defer { snapshot.end() }
    #expect(try snapshot.rows(for: keys).count == 500)
    #expect(recording.recorded == [.beginRead, .rows])
  }
}
