// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
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
    leavesUnstoredKeys: Bool = false
  ) {
    predicates = PredicateLowering(
      model: model, coordinator: coordinator, leavesUnstoredKeys: leavesUnstoredKeys)
  }

  /// Translates a request for the stores of a coordinator.
  ///
  /// A coordinator with a store that refuses blocks and transient properties, as SQL does, refuses
  /// such predicates and orders; one without evaluates them on objects.
  static func lower(
    _ request: FetchSpecification, entity: NSEntityDescription,
    in coordinator: NSPersistentStoreCoordinator
  ) throws -> LoweredRequest {
    let refusesBlocks = coordinator.persistentStores.contains {
      $0.mount?.engine?.refusesBlocks == true
    }
    let lowering = RequestLowering(
      model: coordinator.managedObjectModel, coordinator: coordinator,
      leavesUnstoredKeys: !refusesBlocks)
    let lowered = try lowering.lower(request, entity: entity.frozenLayoutOrFail)
    if refusesBlocks, lowered.isOpaque { throw LoweringError.blockPredicate }
    if refusesBlocks, lowered.residualSort?.contains(where: \.hasComparator) == true {
      throw LoweringError.unsupportedSort("comparator blocks are not supported")
    }
    return lowered
  }

  /// The query for a request on objects of an entity. Null semantics and output are the
  /// executor's to set. Throws for key paths that do not exist or lead to many.
  func lower(_ request: FetchSpecification, entity: PropertyLayout) throws -> LoweredRequest {
    let test = request.predicate.map {
      ConstantCoercion(resolver: predicates.resolver, layout: entity).coerced(PredicateNode($0))
    }
    let predicate = try test.map { try predicates.lower($0, for: entity) }
    let sort = try SortLowering(resolver: predicates.resolver)
      .lower(request.sortDescriptors ?? [], for: entity)
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
    if !lowered.needsResidual {
      lowered.query.offset = lowered.offset
      lowered.query.limit = lowered.limit
    }
    return lowered
  }

  /// An offset or a limit that sums with others do not overflow; a negative one is none.
  private static func bounded(_ count: Int) -> Int { min(max(0, count), 1 << 40) }

  private func concreteEntities(
    _ entity: PropertyLayout, includesSubentities: Bool
  ) -> Range<Int> {
    includesSubentities ? entity.schema.subtree : entity.index..<entity.index + 1
  }
}
