// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import PredicateLanguage

extension NSManagedObjectContext: FetchEvaluating {
  /// The value of a fetch expression. To be called on the context's queue.
  package final func evaluateFetch(
    _ request: Any?, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    guard let request = request as? NSPersistentStoreRequest,
      let specification = request.fetchSpecification
    else {
      throw .unsupported("A fetch expression needs a fetch request.")
    }
    let fetch = NSFetchRequest<Any>()
    fetch.specification = specification
    fetch.affectedStores = request.affectedStores
    do {
      return countOnly ? NSNumber(value: try count(for: fetch)) : try typedResults(of: fetch)
    } catch {
      throw .failed("A fetch expression failed: \(error)")
    }
  }
}
