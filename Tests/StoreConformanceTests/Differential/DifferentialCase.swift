// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Synchronization

/// The data, the queries and the right answers that belong to a seed; made once for all stores.
struct DifferentialCase: Sendable {
  static let queryCount = 300
  private struct Kind: Hashable {
    let seed: UInt64
    let isVerbatim: Bool
  }
  private static let made = Mutex<[Kind: DifferentialCase]>([:])

  let dataset: Dataset
  let queries: [Query]
  let answers: [[ObjectKey]]

  /// - Parameter store: the one that is asked; the data are what it keeps.
  static func of(_ seed: UInt64, for store: StoreUnderTest) throws -> DifferentialCase {
    let kind = Kind(seed: seed, isVerbatim: store.capabilities.contains(.verbatim))
    if let known = made.withLock({ $0[kind] }) { return known }
    let fresh = try DifferentialCase(seed, store)
    made.withLock { $0[kind] = fresh }
    return fresh
  }

  private init(_ seed: UInt64, _ store: StoreUnderTest) throws {
    let dataset = RandomDataset.dataset(RandomSchema.schema(seed), seed: seed, count: 30)
      .kept(by: store)
    var generator = RandomQuery(
      dataset.schema, keys: dataset.objects.map(\.key), seed: seed)
    let queries = (0..<Self.queryCount).map { _ in generator.next() }
    self.dataset = dataset
    self.queries = queries
    answers = try queries.map { try ReferenceAnswer.keys($0, over: dataset) }
  }
}
