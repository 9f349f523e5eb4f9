// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Synchronization

/// The data, the queries and the right answers that belong to a seed; made once for all stores.
struct DifferentialCase: Sendable {
  static let queryCount = 300
  private static let made = Mutex<[UInt64: DifferentialCase]>([:])

  let dataset: Dataset
  let queries: [Query]
  let answers: [[ObjectKey]]

  static func of(_ seed: UInt64) throws -> DifferentialCase {
    if let known = made.withLock({ $0[seed] }) { return known }
    let fresh = try DifferentialCase(seed)
    made.withLock { $0[seed] = fresh }
    return fresh
  }

  private init(_ seed: UInt64) throws {
    let dataset = RandomDataset.dataset(RandomSchema.schema(seed), seed: seed, count: 30)
    var generator = RandomQuery(
      dataset.schema, keys: dataset.objects.map(\.key), seed: seed)
    let queries = (0..<Self.queryCount).map { _ in generator.next() }
    self.dataset = dataset
    self.queries = queries
    answers = try queries.map { try ReferenceAnswer.keys($0, over: dataset) }
  }
}
