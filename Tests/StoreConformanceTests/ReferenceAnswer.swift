// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface
import StoreTestSupport
import Synchronization

/// What a query must return, by the reference evaluator.
enum ReferenceAnswer {
  private struct Question: Hashable {
    var schema: ObjectIdentifier
    var objectCount: Int
    var query: Query
  }

  private static let known = Mutex<[Question: [ObjectKey]]>([:])

  /// The same for the fixed data sets, which all stores are asked about: computed once. A data set
  /// is told by its schema, which must live on, and the number of its objects.
  static func rememberedKeys(_ query: Query, over dataset: Dataset) throws -> [ObjectKey] {
    let question = Question(
      schema: ObjectIdentifier(dataset.schema), objectCount: dataset.objects.count, query: query)
    if let answer = known.withLock({ $0[question] }) { return answer }
    let answer = try keys(query, over: dataset)
    known.withLock { $0[question] = answer }
    return answer
  }

  static func keys(_ query: Query, over dataset: Dataset) throws -> [ObjectKey] {
    let evaluator = ReferenceEvaluator(
      dataset.schema, source: dataset, nullSemantics: query.nullSemantics)
    var found = dataset.stored(query.concreteEntities)
    if let filter = query.filter {
      found = try found.filter {
        try evaluator.evaluate(filter, $0.row, $0.key, entity: query.entity) == true
      }
    }
    if !query.sort.isEmpty {
      try found.sort { a, b in
        let order = try evaluator.order(
          query.sort, (a.key, a.row), (b.key, b.row), entity: query.entity)
        return order == 0 ? a.key.number < b.key.number : order < 0
      }
    }
    let kept = found.dropFirst(query.offset)
    return (query.limit > 0 ? kept.prefix(query.limit) : kept).map(\.key)
  }
}
