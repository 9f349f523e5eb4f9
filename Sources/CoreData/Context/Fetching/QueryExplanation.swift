// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface
import StoreRouting

/// The question that stores are asked for a fetch request; for the command line's explanations and
/// for tests.
package struct QueryExplanation: Sendable {
  /// The question to each store.
  package let query: Query
  /// True if the predicate must be evaluated on the objects that come back.
  package let needsObjectsForPredicate: Bool
  /// True if the objects that come back must be sorted.
  package let needsObjectsForOrder: Bool
  /// True if the predicate has a block, which SQL stores refuse.
  package let isOpaque: Bool
  /// The question whose answers are the dictionaries of a request for such; nil for other requests,
  /// and if dictionaries are made of objects.
  package let table: TableQuery?
}

extension NSPersistentStoreRequest {
  /// Translates a fetch request for a model, which is frozen by that. Throws what executing the
  /// request would throw before any store is asked; for another request too.
  package func explained(in model: NSManagedObjectModel) throws -> QueryExplanation {
    model.freeze()
    guard let specification = fetchSpecification else {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "Only fetch requests are translated into queries.")
    }
    let entity = try specification.resolvedEntity(in: model)
    let layout = entity.frozenLayoutOrFail
    let lowered = try RequestLowering(model: model, coordinator: nil)
      .lower(specification, entity: layout)
    let dictionaries =
      try specification.resultType == .dictionaryResultType
      ? DictionaryParts(specification, lowered, layout: layout) : nil
    return QueryExplanation(
      query: lowered.query, needsObjectsForPredicate: lowered.needsTest,
      needsObjectsForOrder: lowered.residualSort != nil, isOpaque: lowered.isOpaque,
      table: dictionaries?.table(
        lowered, specification, lowering: TableLowering(model, nil, entity: layout))?.query)
  }
}

extension NSPersistentStoreRequest {
  /// Returns how each store of a coordinator answers a request for dictionaries, and how several
  /// answers are merged; empty if dictionaries are made of objects.
  package func plans(in coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    guard let table = try explained(in: coordinator.managedObjectModel).table else { return [] }
    let view = coordinator.router.makeReadView()
    defer { view.end() }
    return try view.explanations(of: table)
  }
}

extension NSManagedObjectModel {
  /// The schema of the model's stores; freezes the model. Throws when the model cannot be stored.
  package func compiledSchema() throws -> StoreSchema {
    freeze()
    try validateSchema()
    return schema
  }

  /// The names of an entity's properties by their numbers; freezes the model.
  package func propertyNames(of entityName: String) -> [String] {
    freeze()
    return entitiesByName[entityName]?.frozenLayout?.properties.map(\.name) ?? []
  }
}
