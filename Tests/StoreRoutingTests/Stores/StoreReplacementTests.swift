// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

/// What must hold when a store takes the place of another under its ordinal.
@Suite struct StoreReplacementTests {
  /// A stack over one store, and an empty store to replace it.
  private final class Place {
    let old: StoreSession
    let new: StoreSession
    let stack: Stack

    init(_ first: StoreUnderTest, _ second: StoreUnderTest) throws {
      old = try CopyFixture.session(first, Stack.schema)
      new = try CopyFixture.session(second, Stack.schema)
      stack = try Stack(old.backend)
    }

    /// Snapshots must end before their stores are closed.
    deinit { stack.router.endIdleViews() }

    func copy() throws {
      _ = try StoreCopy(
        schema: Stack.schema, entities: Stack.schema.allEntities, from: old.backend,
        to: new.backend
      ).run()
    }

    func copyAndReplace() throws {
      try copy()
      try stack.router.replace(
        0, with: new.backend, name: "new", entities: StoreEntities(Stack.schema.allEntities))
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  // R-PSC-100, R-PSC-102
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func keysGoOnMeaningTheSameObjects(first: StoreUnderTest, second: StoreUnderTest) throws {
    let place = try Place(first, second)
    let keys = try place.stack.insert("Author", [["name": .string("a")], ["name": .string("b")]])
    _ = try place.stack.router.row(for: keys[0])
    try place.copyAndReplace()
    place.old.backend.close()
    let rows = try place.stack.router.rows(for: keys)
    #expect(rows.map { $0?.text(Stack.schema, "name") } == ["a", "b"])
    #expect(place.stack.router.store(0)?.identifier == place.new.backend.metadata.identifier)
    #expect(place.stack.router.stores.map(\.name) == ["new"])
    let next = try place.stack.insert("Author", [[:]])
    #expect(!keys.contains(next[0]))
    #expect(try place.new.count(place.new.query("Author")) == 3)
  }

  // R-PSC-102: a view that was made before finds the new store
  @Test(arguments: StoreUnderTest.all)
  func aViewMadeBeforeReadsTheNewStore(store: StoreUnderTest) throws {
    let place = try Place(store, store)
    let key = try place.stack.insert("Author", [["name": .string("a")]])[0]
    let view = place.stack.router.makeReadView()
    defer { view.end() }
    try place.copyAndReplace()
    place.old.backend.close()
    #expect(try view.row(for: key)?.text(Stack.schema, "name") == "a")
  }

  // R-PSC-083: a request that had found the store before it moved is served where it is now
  @Test(arguments: StoreUnderTest.all)
  func aViewMadeBeforeFindsAStoreThatMoved(store: StoreUnderTest) throws {
    let place = try Place(store, store)
    let key = try place.stack.insert("Author", [["name": .string("a")]])[0]
    let view = place.stack.router.makeReadView()
    defer { view.end() }
    try place.copy()
    let former = try place.stack.router.replaceBackend(
      of: 0, with: place.new.backend, name: "moved")
    former.close()
    #expect(try view.row(for: key)?.text(Stack.schema, "name") == "a")
  }

  @Test(arguments: StoreUnderTest.all)
  func replacingWaitsForRunningReads(store: StoreUnderTest) throws {
    let place = try Place(store, store)
    try place.stack.insert("Author", Array(repeating: [:], count: 600))
    let router = place.stack.router
    let new = place.new.backend
    let query = place.stack.query("Author")
    var replacement: OtherThread<Void>?
    var found = 0
    try router.run(query) { batch in
      found += batch.keys.count
      guard replacement == nil else { return true }
      let started = OtherThread {
        try router.replace(
          0, with: new, name: "new", entities: StoreEntities(Stack.schema.allEntities))
      }
      replacement = started
      #expect(!started.ends(within: 0.05))
      return true
    }
    try #require(replacement).value()
    #expect(found == 600)
    #expect(try router.count(query) == 0)
  }

  // Reads are never refused and never see anything but the objects, whichever store answers.
  @Test func readersNoticeNothing() throws {
    let place = try Place(StoreUnderTest.all[0], StoreUnderTest.all[0])
    let keys = try place.stack.insert("Author", Array(repeating: [:], count: 50))
    let router = place.stack.router
    try withExtendedLifetime(place) {
      let flag = Flag()
      let readers = (0..<3).map { _ in
        OtherThread {
          var rounds = 0
          while !flag.isSet || rounds == 0 {
            guard try router.rows(for: keys).allSatisfy({ $0 != nil }) else {
              throw UnexpectedAnswer("a row was missed")
            }
            rounds += 1
          }
        }
      }
      var sessions = [place.old]
      for _ in 0..<20 {
        let next = try CopyFixture.session(StoreUnderTest.all[0], Stack.schema)
        _ = try StoreCopy(
          schema: Stack.schema, entities: Stack.schema.allEntities,
          from: sessions[sessions.count - 1].backend, to: next.backend
        ).run()
        try router.replace(
          0, with: next.backend, name: "n", entities: StoreEntities(Stack.schema.allEntities))
        sessions[sessions.count - 1].backend.close()
        sessions.append(next)
      }
      flag.set()
      for reader in readers { try reader.value() }
    }
  }

  // MARK: - Saves

  @Test(arguments: StoreUnderTest.all)
  func savesWaitUntilTheStoreHasMoved(store: StoreUnderTest) throws {
    let place = try Place(store, store)
    try place.stack.insert("Author", [[:]])
    let router = place.stack.router
    var saver: OtherThread<[ObjectKey]>?
    try router.withoutSaves(to: 0) {
      saver = OtherThread {
        let keys = try router.reserveKeys(for: [NewObject(entity: 0, store: 0)])
        var changes = ChangeSet()
        changes.inserts = [RowInsert(key: keys[0], row: Stack.schema.row(0))]
        _ = try router.commit(changes)
        return keys
      }
      #expect(saver?.ends(within: 0.05) == false)
      try place.copyAndReplace()
    }
    let keys = try #require(saver).value()
    #expect(keys[0].number > 1)
    #expect(try place.new.count(place.new.query("Author")) == 2)
    #expect(try place.old.count(place.old.query("Author")) == 1)
  }

  @Test func savesOfOtherStoresGoOn() throws {
    let (stack, _) = try Stack.tables(2)
    try stack.router.withoutSaves(to: 0) {
      let router = stack.router
      let saver = OtherThread {
        _ = try router.reserveKeys(for: [NewObject(entity: 0, store: 1)])
      }
      try saver.value()
    }
  }

  @Test func aMissingStoreCannotBeReplaced() throws {
    let place = try Place(StoreUnderTest.all[0], StoreUnderTest.all[0])
    #expect(throws: RoutingError.self) {
      try place.stack.router.replace(
        7, with: place.new.backend, name: "n", entities: StoreEntities([0]))
    }
  }
}
