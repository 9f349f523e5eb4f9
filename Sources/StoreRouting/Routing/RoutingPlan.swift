// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The stores chosen for the nodes of a ``RoutingRequest``, in their order.
package struct RoutingPlan: Sendable {
  package let outcomes: [Result<RoutingChoice, RoutingError>]

  /// The nodes that no store can take, ascending.
  package var failures: [(node: Int, error: RoutingError)] {
    outcomes.enumerated().compactMap { node, outcome in
      if case .failure(let error) = outcome { (node, error) } else { nil }
    }
  }

  /// Returns the ordinal for each node; throws the first failure.
  package func ordinals() throws(RoutingError) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(outcomes.count)
    for outcome in outcomes { result.append(try outcome.get().ordinal) }
    return result
  }
}

/// A store, and why it was chosen.
package struct RoutingChoice: Sendable, Hashable {
  package let ordinal: Int
  package let reason: RoutingReason

  package init(ordinal: Int, reason: RoutingReason) {
    self.ordinal = ordinal
    self.reason = reason
  }
}

/// Why an object goes where it goes. Lists of ordinals are in add order.
package enum RoutingReason: Sendable, Hashable {
  /// It was assigned (R-PSC-181).
  case explicit
  /// There is no other writable store (R-PSC-180).
  case onlyWritable
  /// No other writable store holds the entity (R-PSC-180).
  case onlySupporter
  /// Objects that it is related to, directly or over others, are there (R-PSC-183, 3 and 5).
  case relatedObjects(ordinal: Int)
  /// The first added of the stores that can take it and all new objects related to it
  /// (R-PSC-183, 4).
  case firstForAllRelated(among: [Int])
  /// The first added of the writable stores that hold the entity (R-PSC-182).
  case firstWritableSupporter(among: [Int])
}
