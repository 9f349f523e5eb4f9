// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// How a fetch request would be answered by the stores of a coordinator. Our addition.
public struct FetchExplanation: Sendable, CustomStringConvertible {
  /// One store's part.
  public struct Part: Sendable {
    /// The store.
    public let store: StoreTraceEvent.Store
    /// The SQL; of a store without SQL the way to its rows; of a store of your own, that it is asked.
    public let text: String
    /// The engine's plan of it, a step a line.
    public let plan: [String]
    /// The part of the predicate that is tested on each row that was found so; nil for none, and where
    /// SQL does it.
    public let residual: String?
  }

  /// The stores that are asked, in add order.
  public let parts: [Part]
  /// True if the predicate, or a part of it, is evaluated on objects when the rows have come.
  public let evaluatesOnObjects: Bool
  /// True if the objects are sorted when they have come.
  public let sortsObjects: Bool
  /// How the answers become one, where several stores are asked; nil for one.
  public let merging: String?

  /// A few lines for each store.
  public var description: String {
    var lines: [String] = []
    for part in parts {
      lines.append("“\(part.store.name)” (\(part.store.type)): \(part.text)")
      lines += part.plan.map { "  \($0)" }
      if let residual = part.residual { lines.append("  then: \(residual)") }
    }
    if let merging { lines.append(merging) }
    if evaluatesOnObjects { lines.append("then the predicate is evaluated on objects") }
    if sortsObjects { lines.append("then the objects are sorted") }
    return lines.isEmpty ? "no store is asked" : lines.joined(separator: "\n")
  }
}

extension NSPersistentStoreCoordinator {
  /// Says how each store would answer a fetch request, without running it: the SQL or the way to the
  /// rows, and what is left to be tested on them. Pending changes of contexts are not looked at. Any
  /// thread; a question to the planner of each store. Our addition.
  ///
  /// ```swift
  /// let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
  /// request.predicate = NSPredicate(format: "salary > 100")
  /// print(try coordinator.explanation(of: request))
  /// ```
  ///
  /// - Throws: what executing the request would throw.
  public final func explanation<Result: NSFetchRequestResult>(
    of request: NSFetchRequest<Result>
  ) throws -> FetchExplanation {
    let explained = try request.explained(in: managedObjectModel)
    let scope = FetchScope(stores: try ordinals(of: request.affectedStores))
    return try translating { () throws(RoutingError) in
      let view = router.makeReadView()
      defer { view.end() }
      let plans = try view.plans(of: explained.query, explained.table, in: scope)
      return FetchExplanation(
        parts: plans.compactMap(part), evaluatesOnObjects: explained.needsObjectsForPredicate,
        sortsObjects: explained.needsObjectsForOrder,
        merging: plans.count < 2 ? nil : merging(explained.query))
    }
  }

  private final func part(_ plan: (ordinal: Int, plan: QueryPlan?)) -> FetchExplanation.Part? {
    guard let store = persistentStores.first(where: { $0.mount?.ordinal == plan.ordinal }) else {
      return nil
    }
    return FetchExplanation.Part(
      store: StoreTraceEvent.Store(store),
      text: plan.plan?.text ?? "the store is asked as its class answers",
      plan: plan.plan?.steps ?? [], residual: plan.plan?.residual)
  }

  private final func merging(_ query: Query) -> String {
    query.sort.isEmpty
      ? "the stores' answers follow one another in add order"
      : "the stores' answers are merged in the order of the request"
  }
}
