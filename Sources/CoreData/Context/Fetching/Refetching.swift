// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Fetching objects most of which are registered already, with their values: then the keys are
/// enough, and the rows of the few others are loaded by key.
///
/// Decided only for fetches of all objects of an entity, of which it is known how many the last
/// one found; a wrong guess costs a query, never a result.
struct Refetching {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// For fewer objects it would not pay.
  private static let fewest = 256

  /// Returns true if at least three quarters of what a query finds are likely to be registered.
  func isLikely(_ query: Query) -> Bool {
    guard isWhole(query), context.coordinator?.clientStores?.readsRowByRow != true,
      let count = context.reader.wholeCount(of: query.concreteEntities)
    else {
      return false
    }
    return 4 * context.identityMap.count(of: query.concreteEntities) >= 3 * count
  }

  /// Remembers how many objects a query found.
  func note(_ query: Query, count: Int) {
    guard isWhole(query) else { return }
    context.reader.noteWholeCount(
      count >= Refetching.fewest ? count : nil, of: query.concreteEntities)
  }

  private func isWhole(_ query: Query) -> Bool {
    query.filter == nil && query.limit == 0 && query.offset == 0
  }

  /// Gives rows to those faults that have none of the present.
  func loadRows(of objects: [NSManagedObject]) throws {
    let stamp = context.commitStamp
    let faults = objects.filter {
      $0.flags.isDisjoint(with: [.realised, .inserted]) && ($0.row == nil || $0.stamp != stamp)
    }
    guard !faults.isEmpty else { return }
    let rows = try context.readRows(for: faults.map(\.key))
    for (fault, row) in zip(faults, rows) {
      if let row { fault.take(row, at: stamp) }
    }
  }
}
