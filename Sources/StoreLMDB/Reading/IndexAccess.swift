// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// A plan fitted to the entries of one index, some of which may be cut.
struct IndexAccess {
  enum Direction { case forward, backward }

  let index: IndexLayout
  let bounds: [IndexPlan.Bounds]
  let residual: Filter?
  /// True if all entries are of entities that are asked for.
  let coversExactly: Bool
  /// The way in which entries have the query's order; nil: they have not.
  let direction: Direction?

  init(
    plan: IndexPlan, index: IndexLayout, query: Query, snapshot: LMDBSnapshot
  ) throws(StoreError) {
    self.index = index
    coversExactly = plan.coversExactly
    bounds = plan.bounds.map(IndexAccess.shortened)
    // Bounds that had to be shortened let more through than the plan says.
    residual = bounds == plan.bounds ? plan.residual : query.filter
    if plan.isInOrder || plan.isInReverseOrder, try !snapshot.hasCutEntries(index) {
      direction = plan.isInOrder ? .forward : .backward
    } else {
      direction = nil
    }
  }

  /// Bounds that agree with whole and with cut entries.
  private static func shortened(_ bounds: IndexPlan.Bounds) -> IndexPlan.Bounds {
    var result = bounds
    let length = IndexLayout.cutLength
    if bounds.lower.bytes.count > length {
      result.lower = SortableKey(bytes: Array(bounds.lower.bytes.prefix(length)))
    }
    if let upper = bounds.upper, upper.bytes.count > length {
      result.upper = SortableKey(bytes: Array(upper.bytes.prefix(length))).upperBound
    }
    return result
  }
}
#endif
