// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Saves in which a store fails, at every call there is (R-PSC-202, R-PSC-901).
struct CommitFaultTests {
  /// A stack over failing stores, with a row in each that the save is about to change.
  private struct Scene {
    let stack: Stack
    let tables: [TableStore]
    let faulty: [FaultingStore]
    let changes: ChangeSet

    init(stores: Int) throws {
      let tables = (0..<stores).map { TableStore(Stack.schema, identifier: "ID-\($0)") }
      faulty = tables.map { FaultingStore($0, failingAt: 0) }
      stack = try Stack(faulty)
      self.tables = tables
      var changes = ChangeSet()
      for store in 0..<stores {
        let stored = try stack.insert("Author", in: store, [["name": .string("old")], [:]])
        let row = stack.schema.row("Author", ["name": .string("old")])
        changes.updates.append(
          stack.schema.update(stored[0], from: row, set: ["name": .string("new")]))
        changes.deletes.append(RowDelete(key: stored[1], expectedVersion: 1))
      }
      changes.inserts = try CommitTests.inserts(stack, in: Array(0..<stores)).0.inserts
      self.changes = changes
    }

    /// What each store holds: names by number.
    var contents: [[Int64: String]] {
      tables.map { table in
        Dictionary(
          uniqueKeysWithValues: table.rows.map { key, row in
            (key.number, row.text(stack.schema, "name") ?? "-")
          })
      }
    }

    static let before: [Int64: String] = [1: "old", 2: "-"]
    static let after: [Int64: String] = [1: "new", 3: "-"]
  }

  // R-PSC-901
  @Test(arguments: [1, 2, 3], 1...4)
  func aFailureLeavesNoStoreHalfWritten(stores: Int, call: Int) throws {
    for failing in 0..<stores {
      let scene = try Scene(stores: stores)
      scene.faulty[failing].fail(at: call)
      let error = #expect(throws: RoutingError.self) {
        try scene.stack.router.commit(scene.changes)
      }
      #expect(scene.faulty[failing].hasFailed)
      #expect(!scene.tables.contains { $0.isWriting })
      for contents in scene.contents { #expect([Scene.before, Scene.after].contains(contents)) }
      let isCommit = call == 4
      guard isCommit, failing > 0 else {
        guard case .store(let failure) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(failure.ordinal == failing)
        #expect(failure.name == "store \(failing)")
        #expect(scene.contents.allSatisfy { $0 == Scene.before })
        continue
      }
      guard case .partialCommit(let committed, let failure, let undone) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(committed == Array(0..<failing))
      #expect(failure.ordinal == failing)
      #expect(undone == Array((failing + 1)..<stores))
      #expect(scene.contents.map { $0 == Scene.after } == (0..<stores).map { $0 < failing })
    }
  }

  // R-PSC-901
  @Test(arguments: [1, 2, 3])
  func aFailedSaveCanBeRepeated(call: Int) throws {
    let scene = try Scene(stores: 3)
    scene.faulty[1].fail(at: call)
    #expect(throws: RoutingError.self) { try scene.stack.router.commit(scene.changes) }
    #expect(try scene.stack.router.commit(scene.changes).isEmpty)
    #expect(scene.contents.allSatisfy { $0 == Scene.after })
  }

  // R-PSC-070
  @Test func aFailedSaveDoesNotKeepAStoreMounted() throws {
    let scene = try Scene(stores: 2)
    scene.faulty[0].fail(at: 2)
    #expect(throws: RoutingError.self) { try scene.stack.router.commit(scene.changes) }
    try scene.stack.router.unmount(0)
    try scene.stack.router.unmount(1)
  }
}
