// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The columns of pending rows of one entity, as a ``Feed`` yields them.
// Sendable: what is pointed at is written by the initialiser only.
final class FeedShape: @unchecked Sendable {
  let columns: UnsafeMutableBufferPointer<Feed.Column>
  let entityNumbers: UnsafeMutableBufferPointer<Int64>

  /// - Parameter count: how many columns the cells fill.
  init(_ cells: [RowCell], count: Int, _ layout: StoreLayout) {
    columns = .allocate(capacity: count)
    columns.initialize(
      repeating: Feed.Column(kind: .entity, slot: 0, destination: 0))
    for cell in cells {
      let destination = max(Int(cell.destination), 0)
      columns[Int(cell.column)] = Feed.Column(
        kind: .value(cell.kind), slot: Int(cell.slot), destination: destination)
      guard cell.entityColumn >= 0 else { continue }
      columns[Int(cell.entityColumn)] = Feed.Column(
        kind: .entity, slot: Int(cell.slot), destination: destination)
    }
    entityNumbers = .allocate(capacity: layout.entities.count)
    _ = entityNumbers.initialize(from: layout.entities.map { $0?.number ?? 0 })
  }

  deinit {
    columns.deallocate()
    entityNumbers.deallocate()
  }
}
#endif
