// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// A fetch request translated for stores, with what is left to do on objects.
struct LoweredRequest {
  /// The query that every store is asked. Its offset and limit are zero when anything is left to
  /// do.
  var query: Query
  /// The predicate as it is evaluated on objects, its constants of the attributes' types.
  var test: PredicateNode?
  /// True if it must be evaluated on the objects that stores return; else the query says it all.
  var needsTest: Bool
  /// Must be applied to the objects; `nil` when the query's order is the request's.
  var residualSort: [NSSortDescriptor]?
  /// The request's own, within bounds, to be applied after what is left to do.
  var offset: Int
  var limit: Int
  /// True if the predicate has a block; SQL stores refuse those.
  var isOpaque: Bool

  /// True if objects must be evaluated or sorted before the stores' answer is the request's.
  var needsResidual: Bool { needsTest || residualSort != nil }
}
