// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Look-ups through `withReadView`. Saves of other tests renew views too: figures are bounds.
struct IdleViewTests {
  private func scene() throws -> (stack: Stack, store: RecordingStore, table: TableStore) {
    let table = TableStore(Stack.schema, capabilities: [.durable, .keepableSnapshots])
    let store = RecordingStore(table)
    return (try Stack(store), store, table)
  }

  private func row(_ key: ObjectKey, _ stack: Stack) throws -> Row? {
    try stack.router.row(for: key)
  }

  @Test func manyLookUpsBeginFewSnapshots() throws {
    let (stack, store, _) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    store.forget()
    for _ in 0..<10_000 {
      #expect(try row(key, stack) != nil)
    }
    #expect(store.count(of: .beginRead) < 5_000)
    stack.router.endIdleViews()
  }

  @Test func aLookUpSeesEverythingThatWasSaved() throws {
    let (stack, _, table) = try scene()
    for _ in 0..<100 {
      let key = try stack.insert("Author", [[:]])[0]
      #expect(try row(key, stack) != nil)
    }
    #expect(table.openSnapshots <= 1)
  }

  @Test func rowsAndMembersAreLookedUpThroughKeptViews() throws {
    let (stack, _, _) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    try stack.insert("Book", [["author": .reference(key)], [:]])
    #expect(try stack.router.rows(for: [key, key]).count { $0 != nil } == 2)
    let items = stack.schema.relationship("Author", "items")
    #expect(try stack.router.related(items, of: [key], withRows: false).keys.map(\.number) == [1])
  }

  // R-PSC-832
  @Test func aLookUpSeesWhatAnotherRouterOverTheStoreHasSaved() throws {
    let (stack, store, _) = try scene()
    let other = try Stack(store)
    for _ in 0..<20 {
      let key = try stack.insert("Author", [[:]])[0]
      #expect(try row(key, other) != nil)
    }
  }

  @Test func anOldViewIsRenewed() throws {
    let (stack, store, _) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    store.forget()
    for _ in 0..<2 {
      try stack.router.withReadView { view in _ = try view.row(for: key) }
      let end = IdleViews.time + IdleViews.longestAge
      while IdleViews.time < end { usleep(1000) }
    }
    #expect(store.count(of: .beginRead) == 2)
  }

  @Test func aViewThatNobodyAsksForAgainEnds() throws {
    let (stack, _, table) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    #expect(try row(key, stack) != nil)
    let end = IdleViews.time + 1000 * IdleViews.longestAge
    while table.openSnapshots > 0, IdleViews.time < end { usleep(1000) }
    #expect(table.openSnapshots == 0)
  }

  @Test func readsThatKeepWritersWaitingAreNotKept() throws {
    let table = TableStore(Stack.schema)
    let stack = try Stack(table)
    let key = try stack.insert("Author", [[:]])[0]
    #expect(try row(key, stack) != nil)
    #expect(table.openSnapshots == 0)
  }

  @Test func nestedLookUpsHaveViewsOfTheirOwn() throws {
    let (stack, _, table) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    try stack.router.withReadView { outer in
      _ = try outer.row(for: key)
      try stack.router.withReadView { inner in
        #expect(outer !== inner)
        _ = try inner.row(for: key)
      }
    }
    stack.router.endIdleViews()
    #expect(table.openSnapshots == 0)
  }

  @Test func savingClosesIdleViewsFirst() throws {
    let (stack, _, table) = try scene()
    let key = try stack.insert("Author", [[:]])[0]
    try stack.router.withReadView { view in _ = try view.row(for: key) }
    stack.router.commitHook = { _ in #expect(table.openSnapshots == 0) }
    try stack.insert("Author", [[:]])
  }

  @Test func aFailedLookUpKeepsNothingOpen() throws {
    let (stack, _, table) = try scene()
    #expect(throws: UnexpectedAnswer.self) {
      try stack.router.withReadView { view in
        _ = try view.count(stack.query("Author"))
        throw UnexpectedAnswer("on purpose")
      }
    }
    #expect(table.openSnapshots == 0)
  }

  @Test func threadsDoNotShareAView() throws {
    let (stack, _, table) = try scene()
    let keys = try stack.insert("Author", Array(repeating: [:], count: 50))
    let readers = (0..<4).map { _ in
      OtherThread {
        for key in keys + keys {
          try stack.router.withReadView { view in
            guard try view.row(for: key) != nil else { throw UnexpectedAnswer("no row") }
          }
        }
      }
    }
    for reader in readers { try reader.value() }
    stack.router.endIdleViews()
    #expect(table.openSnapshots == 0)
  }
}
