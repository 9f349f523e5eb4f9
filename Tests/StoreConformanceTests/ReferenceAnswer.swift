// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ReferenceEngine
import RowEngine
import StoreInterface
import StoreTestSupport

/// What a query must return, by the reference evaluator.
enum ReferenceAnswer {
  static func keys(_ query: Query, over dataset: Dataset) throws -> [ObjectKey] {
    let evaluator = ReferenceEvaluator(
      dataset.schema, source: dataset, nullSemantics: query.nullSemantics)
    var found = dataset.stored(query.concreteEntities)
    if let filter = query.filter {
      found = try found.filter {
        try evaluator.evaluate(filter, row: $0.row, key: $0.key, entity: query.entity) == true
      }
    }
    if !query.sort.isEmpty {
      try found.sort { a, b in
        let order = try evaluator.order(
          by: query.sort, (a.key, a.row), (b.key, b.row), entity: query.entity)
        return order == 0 ? a.key.number < b.key.number : order < 0
      }
    }
    let kept = found.dropFirst(query.offset)
    return (query.limit > 0 ? kept.prefix(query.limit) : kept).map(\.key)
  }
}
