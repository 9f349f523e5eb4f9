// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// What the stores have answered to a query that a fetch will ask.
struct GatheredRows {
  let query: Query
  /// The commit count when they were asked.
  let stamp: UInt32
  var batches: [RowBatch] = []

  /// Whether the stores would still give this answer to a query.
  func answers(_ other: Query, stamp: UInt32) -> Bool { self.stamp == stamp && query == other }
}
