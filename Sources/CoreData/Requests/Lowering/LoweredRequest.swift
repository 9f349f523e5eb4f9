// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A fetch request translated for stores, with what is left to do on objects.
struct LoweredRequest {
  /// What every store is asked. Its offset and limit are zero when anything is left to do.
  var query: Query
  /// Must be evaluated on the objects that stores return; `nil` when the query says it all.
  var residualPredicate: NSPredicate?
  /// Must be applied to the objects; `nil` when the query's order is the request's.
  var residualSort: [NSSortDescriptor]?
  /// The request's own, to be applied after what is left to do.
  var offset: Int
  var limit: Int
  /// Whether the predicate has a block; SQL stores refuse those.
  var isOpaque: Bool

  /// Whether objects must be evaluated or sorted before the stores' answer is the request's.
  var needsResidual: Bool { residualPredicate != nil || residualSort != nil }
}
