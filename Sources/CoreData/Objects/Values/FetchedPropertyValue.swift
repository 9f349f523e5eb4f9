// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The results of a fetched property: of its request, with the owner bound to `$FETCH_SOURCE`.
enum FetchedPropertyValue {
  private static let source = "FETCH_SOURCE"
  private static let property = "FETCHED_PROPERTY"

  /// Returns the objects, or what the request's result type says (R-MOD-162); nil when a store cannot be
  /// read now, which is logged as it is for a fault. A request that can never work stops the program,
  /// since reading a property cannot throw.
  static func results(
    of property: NSFetchedPropertyDescription, for owner: NSManagedObject,
    in context: NSManagedObjectContext
  ) -> [Any]? {
    guard let template = property.fetchRequest else { return [] }
    do {
      return try context.fetchResults(
        bound(template, property: property, owner: owner).specification)
    } catch {
      WrongAnswer.report(error)
      let sentence =
        "The fetched property '\(property.name)' of entity '\(property.owner?.name ?? "")' cannot be "
        + "evaluated: \(reason(of: error))"
      if isMisuse(error) { raise(.invalidArgument, sentence) }
      Log.warning(sentence)
      return nil
    }
  }

  /// Returns the fetched properties of a frozen model whose requests can never work, each with a
  /// sentence.
  static func problems(in model: NSManagedObjectModel) -> [String] {
    model.orderedEntities.flatMap { entity in
      entity.propertyTable.own.compactMap { property in
        (property as? NSFetchedPropertyDescription).flatMap { problem(with: $0, of: entity, model) }
      }
    }
  }

  private static func problem(
    with property: NSFetchedPropertyDescription, of entity: NSEntityDescription,
    _ model: NSManagedObjectModel
  ) -> String? {
    guard let template = property.fetchRequest else { return nil }
    do {
      let specification = bound(template, property: property, owner: nil).specification
      let layout = try specification.resolvedEntity(in: model).frozenLayoutOrFail
      _ = try RequestLowering(model: model, coordinator: nil, leavesUnstoredKeys: true)
        .lower(specification, entity: layout)
      return nil
    } catch {
      return "The fetched property '\(property.name)' of entity '\(entity.name ?? "")' cannot be "
        + "evaluated: \(reason(of: error))"
    }
  }

  private static func bound(
    _ template: NSFetchRequest<any NSFetchRequestResult>, property: NSFetchedPropertyDescription,
    owner: NSManagedObject?
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    guard let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult> else {
      return template
    }
    request.predicate = request.predicate?.withSubstitutionVariables([
      source: owner ?? NSNull(), Self.property: property,
    ])
    return request
  }

  private static func isMisuse(_ error: any Error) -> Bool {
    (error as? CocoaError)?.userInfo["NSExceptionName"] != nil
  }

  private static func reason(of error: any Error) -> String {
    (error as? CocoaError)?.userInfo["reason"] as? String ?? "\(error)"
  }
}
