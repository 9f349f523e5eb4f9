// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import StoreInterface

/// Translates fetch requests into queries.
struct RequestLowering {
  private let predicates: PredicateLowering

  /// - Parameters:
  ///   - model: a frozen model.
  ///   - coordinator: whose stores the objects of predicates live in.
  ///   - leavesUnstoredKeys: whether conditions on transient properties are evaluated on objects,
  ///     as stores in memory allow; an error otherwise.
  init(
    model: NSManagedObjectModel, coordinator: NSPersistentStoreCoordinator?,
    leavesUnstoredKeys: @autoclosure @escaping () -> Bool = false
  ) {
    predicates = PredicateLowering(
      StoredModel(layouts: model.orderedLayouts, coordinator: coordinator),
      leavesUnstoredKeys: leavesUnstoredKeys())
  }

  /// Translates a request for the stores of a coordinator.
  ///
  /// A coordinator with a store that refuses blocks and transient properties, as SQL does, refuses
  /// such predicates and orders; one without evaluates them on objects.
  static func lower(
    _ request: FetchSpecification, entity: NSEntityDescription,
    in coordinator: NSPersistentStoreCoordinator
  ) throws -> LoweredRequest {
    let lowering = RequestLowering(
      model: coordinator.managedObjectModel, coordinator: coordinator,
      leavesUnstoredKeys: !coordinator.refusesBlocks)
    let lowered = try lowering.lower(request, entity: entity.frozenLayoutOrFail)
    if lowered.isOpaque, coordinator.refusesBlocks { throw refusal(.blockPredicate) }
    if lowered.residualSort?.contains(where: \.hasComparator) == true, coordinator.refusesBlocks {
      throw refusal(.unsupportedSort("comparator blocks are not supported"))
    }
    return lowered
  }

  /// The query for a request on objects of an entity. Null semantics and output are the
  /// executor's to set. Throws for key paths that do not exist or lead to many.
  func lower(_ request: FetchSpecification, entity: PropertyLayout) throws -> LoweredRequest {
    let ordersColumns = request.ordersColumns(of: entity)
    let (test, predicate, sort) = try lowered(
      request.predicate, order: ordersColumns ? [] : request.sortDescriptors ?? [], for: entity)
    var query = Query(
      entity: entity.index,
      concreteEntities: concreteEntities(entity, includesSubentities: request.includesSubentities),
      filter: predicate?.filter)
    query.sort = sort ?? []
    var lowered = LoweredRequest(
      query: query, test: test, needsTest: predicate?.needsResidual ?? false,
      residualSort: sort == nil ? request.sortDescriptors : nil,
      offset: Self.bounded(request.fetchOffset), limit: Self.bounded(request.fetchLimit),
      isOpaque: predicate?.isOpaque ?? false)
    if ordersColumns { lowered.columnOrder = request.sortDescriptors }
    if !lowered.needsResidual {
      lowered.query.offset = lowered.offset
      lowered.query.limit = lowered.limit
    }
    return lowered
  }

  private func lowered(
    _ predicate: NSPredicate?, order: [NSSortDescriptor], for entity: PropertyLayout
  ) throws -> (PredicateNode?, LoweredFilter?, [SortKey]?) {
    do {
      let lowered = try predicate.map {
        try entity.lowerings.lower(PredicateNode($0), for: entity, by: predicates)
      }
      return (lowered?.0, lowered?.1, try predicates.lower(order, for: entity))
    } catch let error as LoweringError {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ error: LoweringError) -> CocoaError {
    .make(exception: .invalidArgument, reason: error.reason)
  }

  /// An offset or a limit that sums with others do not overflow; a negative one is none.
  private static func bounded(_ count: Int) -> Int { min(max(0, count), 1 << 40) }

  private func concreteEntities(
    _ entity: PropertyLayout, includesSubentities: Bool
  ) -> Range<Int> {
    includesSubentities ? entity.schema.subtree : entity.index..<entity.index + 1
  }
}

extension NSPersistentStoreCoordinator {
  /// True if a store refuses blocks and transient properties, as SQL does. Cost: O(stores).
  fileprivate final var refusesBlocks: Bool {
    persistentStores.contains { $0.mount?.engine?.refusesBlocks == true }
  }
}

/// A fetch request translated for stores, with what is left to do on objects.
struct LoweredRequest {
  /// The question to every store. Its offset and limit are zero when anything is left to do.
  var query: Query
  /// The predicate as it is evaluated on objects, its constants of the attributes' types.
  var test: PredicateNode?
  /// True if it must be evaluated on the objects that stores return; else the query says it all.
  var needsTest: Bool
  /// Must be applied to the objects; `nil` when the query's order is the request's.
  var residualSort: [NSSortDescriptor]?
  /// The order of dictionaries that is by their columns; the rows beneath have none then.
  var columnOrder: [NSSortDescriptor]?
  /// The request's own, within bounds, to be applied after what is left to do.
  var offset: Int
  var limit: Int
  /// True if the predicate has a block; SQL stores refuse those.
  var isOpaque: Bool

  /// True if objects must be evaluated or sorted before the stores' answer is the request's.
  var needsResidual: Bool { needsTest || residualSort != nil }
}
