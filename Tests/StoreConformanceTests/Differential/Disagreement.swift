// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport

/// A query that a store answers wrongly, and the search for a smaller one.
struct Disagreement: CustomStringConvertible {
  var store: StoreUnderTest
  var dataset: Dataset
  var query: Query

  /// Whether a store's answers (keys, rows, count) differ from the reference's.
  static func isThere(
    _ query: Query, expected: [ObjectKey], dataset: Dataset, store: StoreUnderTest,
    snapshot: any StoreSnapshot
  ) throws -> Bool {
    guard try snapshot.count(query) == expected.count else { return true }
    guard query.output == .rows else { return try snapshot.keys(query) != expected }
    let rows = try snapshot.fetch(query)
    let ignoresOrders = !store.capabilities.contains(.verbatim)
    return rows.map(\.key) != expected
      || !rows.allSatisfy {
        dataset.holds($0.row, for: $0.key, ignoringOrders: ignoresOrders)
      }
  }

  /// The smallest disagreement that was found by leaving things out.
  func shrunk() -> Disagreement {
    var smallest = self
    var attempts = 400
    var isShrinking = true
    while isShrinking, attempts > 0 {
      isShrinking = false
      for candidate in smallest.smaller() where attempts > 0 {
        attempts -= 1
        guard candidate.persists else { continue }
        smallest = candidate
        isShrinking = true
        break
      }
    }
    return smallest
  }

  /// Whether a new store with the data still answers wrongly; an error counts as that.
  private var persists: Bool {
    do {
      let session = try StoreSession(store, dataset.schema)
      try dataset.fill(session)
      let expected = try ReferenceAnswer.keys(query, over: dataset)
      return try session.read {
        try Self.isThere(query, expected: expected, dataset: dataset, store: store, snapshot: $0)
      }
    } catch { return true }
  }

  private func smaller() -> [Disagreement] {
    let data = dataset.halves().map { Disagreement(store: store, dataset: $0, query: query) }
    let queries = query.smaller().map { Disagreement(store: store, dataset: dataset, query: $0) }
    return queries + data
  }

  var description: String {
    let expected = (try? ReferenceAnswer.keys(query, over: dataset)) ?? []
    return """
      \(store) disagrees on
      \(query)
      expected numbers \(expected.map(\.number)), got \(answer)
      schema: \(dataset.schema.entities.map(\.outline).joined(separator: "; "))
      \(dataset)
      """
  }

  private var answer: String {
    do {
      let session = try StoreSession(store, dataset.schema)
      try dataset.fill(session)
      let (keys, count) = try session.read { (try $0.keys(query), try $0.count(query)) }
      return "\(keys.map(\.number)), count \(count)"
    } catch { return "\(error)" }
  }
}

extension Dataset {
  /// The data without a part of the objects, from a half down to one.
  fileprivate func halves() -> [Dataset] {
    var result: [Dataset] = []
    var size = objects.count / 2
    while size > 0 {
      for start in stride(from: 0, to: objects.count, by: size) {
        result.append(removing(Set(objects[start..<min(start + size, objects.count)].map(\.key))))
      }
      size /= 2
    }
    return result
  }
}

extension EntitySchema {
  fileprivate var outline: String {
    let properties =
      attributes.map { "\($0.name) \($0.type)" } + toOnes.map { "\($0.name) to-one" }
      + toManys.map { "\($0.name) to-many" }
    return "\(index) \(name)(\(properties.joined(separator: ", ")))"
  }
}
