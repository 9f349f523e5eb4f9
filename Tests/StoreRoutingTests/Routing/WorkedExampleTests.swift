// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Section 4.6 of the specification, word for word: A and B in P1, B in P2; S1 has P1, S2 has P2.
struct WorkedExampleTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("A", ["name": .string])
    builder.entity("B", ["name": .string])
    return builder.build()
  }()

  private let router = StoreRouter(schema: schema)
  private var a: Int { router.schema.index("A") }
  private var b: Int { router.schema.index("B") }

  private func mountS1(readOnly: Bool = false) throws -> Int {
    try router.mount(
      TableStore(router.schema), name: "S1", entities: StoreEntities([a, b]),
      isReadOnly: readOnly
    ).ordinal
  }

  private func mountS2() throws -> Int {
    try router.mount(TableStore(router.schema), name: "S2", entities: StoreEntities([b])).ordinal
  }

  private func route(_ entity: Int, assignedTo store: Int? = nil) throws -> Int {
    let request = RoutingRequest(nodes: [.init(entity: entity, explicit: store)])
    return try router.routingTable.plan(request).ordinals()[0]
  }

  private func insertB(assignedTo store: Int? = nil) throws -> ObjectKey {
    let ordinal = try route(b, assignedTo: store)
    let key = try router.reserveKeys(for: [NewObject(entity: b, store: ordinal)])[0]
    var changes = ChangeSet()
    changes.inserts = [RowInsert(key: key, row: router.schema.row("B"))]
    #expect(try router.commit(changes).isEmpty)
    return key
  }

  // R-PSC-220
  @Test func anEntityInTwoStoresIsRoutedCountedAndFetched() throws {
    let (s1, s2) = (try mountS1(), try mountS2())
    let (first, second) = (try insertB(), try insertB(assignedTo: s2))
    #expect(first.store == s1)
    #expect(second.store == s2)
    let query = Query(entity: b, concreteEntities: b..<b + 1)
    #expect(try router.count(query) == 2)
    #expect(try router.count(query, in: FetchScope(stores: [s1])) == 1)
    #expect(try router.count(query, in: FetchScope(stores: [s2])) == 1)
    var keys: [ObjectKey] = []
    try router.run(query) {
      keys += $0.keys
      return true
    }
    #expect(keys == [first, second])
  }

  // R-PSC-221
  @Test func theFirstAddedStoreIsTaken() throws {
    let s2 = try mountS2()
    _ = try mountS1()
    #expect(try route(b) == s2)
  }

  // R-PSC-222
  @Test func aReadOnlyStoreIsPassedOver() throws {
    let (s1, s2) = (try mountS1(readOnly: true), try mountS2())
    #expect(try route(b) == s2)
    let error = #expect(throws: RoutingError.self) { try route(a) }
    guard case .noStore(a, "A", let refusals) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      refusals == [
        StoreRefusal(ordinal: s1, name: "S1", reason: .isReadOnly),
        StoreRefusal(ordinal: s2, name: "S2", reason: .lacksEntity),
      ])
  }

  // R-PSC-187
  @Test func aStoreAddedLaterTakesOnlyLaterObjects() throws {
    let s2 = try mountS2()
    let key = try insertB()
    _ = try mountS1()
    #expect(key.store == s2)
    #expect(try route(a) != s2)
    #expect(try router.makeReadView().row(for: key) != nil)
  }
}
