// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The objects of a fetched property: its request, with the owner bound to `$FETCH_SOURCE`.
enum FetchedPropertyValue {
  static func objects(
    of property: NSFetchedPropertyDescription, for owner: NSManagedObject,
    in context: NSManagedObjectContext
  ) -> [NSManagedObject] {
    guard let template = property.fetchRequest,
      let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
    else { return [] }
    request.predicate = request.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": owner, "FETCHED_PROPERTY": property,
    ])
    do {
      return try context.fetchObjects(request.specification)
    } catch {
      WrongAnswer.report(error)
      Log.warning("Fetched property '\(property.name)' could not be evaluated: \(error)")
      return []
    }
  }
}
