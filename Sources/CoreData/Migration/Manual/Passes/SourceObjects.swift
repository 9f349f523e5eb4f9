// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The objects of the source that a mapping brings over.
struct SourceObjects {
  private let step: MappingStep

  init(_ step: MappingStep) { self.step = step }

  /// Returns their keys, in their order. What a fetch expression finds is not loaded for it.
  func keys() throws -> [ObjectKey] {
    let variables = MigrationVariables(step)
    guard let expression = step.mapping.sourceExpression else {
      return try keys(of: allObjects)
    }
    if case .fetch(let request, let context, countOnly: false) = expression.node,
      try variables.value(of: context) as? NSManagedObjectContext === step.run.source.context,
      let request = try variables.value(of: request) as? NSPersistentStoreRequest,
      let specification = request.fetchSpecification, specification.resultType == []
    {
      let fetch = NSFetchRequest<NSManagedObject>()
      fetch.specification = specification
      return try keys(of: fetch)
    }
    return try keys(in: try variables.value(of: expression.node), expression)
  }

  private var allObjects: NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: step.mapping.sourceEntityName ?? "")
    request.includesSubentities = false
    return request
  }

  private func keys(of request: NSFetchRequest<NSManagedObject>) throws -> [ObjectKey] {
    let fetch = NSFetchRequest<NSManagedObjectID>()
    fetch.specification = request.specification
    fetch.resultType = .managedObjectIDResultType
    let source = step.run.source
    return try source.context.fetch(fetch).compactMap { source.coordinator.key(of: $0) }
  }

  private func keys(in value: Any?, _ expression: NSExpression) throws -> [ObjectKey] {
    guard let value else { return [] }
    guard let objects = MigratedValue.objects(in: value) else {
      throw CocoaError.make(
        .migration,
        reason:
          "The source expression \(expression) of the entity mapping '\(step.mapping.name ?? "")' "
          + "yields \(OperandValue(value).kind), not objects.")
    }
    return objects.map(\.key)
  }
}
