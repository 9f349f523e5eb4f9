// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// A sorted window over several stores is what one store would give, and reads rows for the window.
struct MergedWindowTests {
  private func stack(_ ages: [[Int]]) throws -> (stack: Stack, stores: [RecordingStore]) {
    let stores = ages.indices.map {
      RecordingStore(
        TableStore(
          Stack.schema, identifier: "\($0)", capabilities: [.durable, .keepableSnapshots]))
    }
    let stack = try Stack(stores)
    for (store, ages) in ages.enumerated() {
      try stack.insert(
        "Author", in: store, ages.map { ["age": .integer(Int64($0)), "name": .string("\($0)")] })
    }
    for store in stores { store.forget() }
    return (stack, stores)
  }

  private func ages(_ stack: Stack, _ query: Query) throws -> [String] {
    var names: [String] = []
    try stack.router.run(query) { batch in
      names += batch.rows.map { $0.text(stack.schema, "name") ?? "-" }
      return true
    }
    return names
  }

  // R-PSC-271, R-PSC-273
  @Test(arguments: [0, 1, 10, 90, 250, 290, 400], [1, 7, 20, 300])
  func anyDistributionGivesTheSameWindow(offset: Int, limit: Int) throws {
    let all = Array(0..<300)
    let distributions: [[[Int]]] = [
      [all.filter { $0 % 3 == 0 }, all.filter { $0 % 3 == 1 }, all.filter { $0 % 3 == 2 }],
      [Array(0..<100), Array(200..<300), Array(100..<200)], [all, [], []],
      [[299], [0], Array(1..<299)],
    ]
    for distribution in distributions {
      let (stack, _) = try stack(distribution)
      var query = stack.query("Author", sort: [stack.sort("Author", "age")])
      (query.offset, query.limit) = (offset, limit)
      let expected = all.dropFirst(offset).prefix(limit).map(String.init)
      #expect(try ages(stack, query) == expected)
    }
  }

  // The rows of the window alone are looked up; stores deliver sort columns of about offset + limit.
  @Test func anOffsetReadsRowsOfTheWindowOnly() throws {
    let all = Array(0..<3000)
    let (stack, stores) = try stack((0..<3).map { store in all.filter { $0 % 3 == store } })
    var query = stack.query("Author", sort: [stack.sort("Author", "age")])
    (query.offset, query.limit) = (1000, 20)
    let before = stack.router.statistics
    #expect(try ages(stack, query) == (1000..<1020).map(String.init))
    let after = stack.router.statistics
    #expect(after.lookups - before.lookups == 20)
    #expect(after.rows - before.rows <= 1020 * 5 / 4 + 3 * 9)
    #expect(stores.map { $0.count(of: .run) } == [1, 1, 1])
  }

  // A store from which nothing is taken is asked for its share, and no more.
  @Test func aLimitAsksStoresForTheirShare() throws {
    let (stack, _) = try stack((0..<4).map { store in (0..<500).map { store * 500 + $0 } })
    var query = stack.query("Author", sort: [stack.sort("Author", "age")])
    query.limit = 200
    let before = stack.router.statistics.rows
    #expect(try ages(stack, query).count == 200)
    #expect(stack.router.statistics.rows - before <= 4 * 71 + 142)
  }
}
