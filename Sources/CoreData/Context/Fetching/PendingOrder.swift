// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// Stored rows, which come in order, and pending objects, put in one order by the rows that the
/// objects would be saved as.
struct PendingOrder {
  private let comparator: RowComparator
  private var stored: [SortRecord] = []
  private var pending: [(record: SortRecord, object: NSManagedObject)] = []
  /// True if an object has no row to go by.
  private var isUnknown = false

  /// Nil for an order by more than an object's own attributes.
  init?(_ query: Query, _ schema: StoreSchema) {
    let entity = schema.entities[query.entity]
    for key in query.sort {
      guard key.path.hops.isEmpty, case .attribute(let index) = key.path.column,
        entity.attributes[index].type.hasOrder
      else { return nil }
    }
    comparator = RowComparator(query.sort, schema: schema, entity: query.entity)
  }

  mutating func add(_ key: ObjectKey, _ row: Row) {
    // Without hops nothing is read, so nothing fails.
    if let record = try? comparator.record(row, key, from: NoRows()) { stored.append(record) }
  }

  mutating func add(_ object: NSManagedObject) {
    // As above.
    guard let row = object.presentRow(),
      let record = try? comparator.record(row, object.key, from: NoRows())
    else { return isUnknown = true }
    pending.append((record, object))
  }

  /// All in order, stored ones before their equals; nil if some object has no place.
  func merged() -> [PendingMerge.Entry]? {
    if isUnknown { return nil }
    let pending = pending.sorted { comparator.compare($0.record, $1.record) < 0 }
    var result: [PendingMerge.Entry] = []
    result.reserveCapacity(stored.count + pending.count)
    var next = 0
    for record in stored {
      while next < pending.count, comparator.compare(pending[next].record, record) < 0 {
        result.append(.pending(pending[next].object))
        next += 1
      }
      result.append(.stored(record.key))
    }
    return result + pending[next...].map { .pending($0.object) }
  }
}

extension AttributeType {
  /// True if sort descriptors put values of the type in an order.
  fileprivate var hasOrder: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .date, .string:
      true
    case .uuid, .uri, .binaryData, .transformable: false
    }
  }
}
