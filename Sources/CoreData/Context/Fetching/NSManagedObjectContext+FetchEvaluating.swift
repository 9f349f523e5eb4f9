// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import PredicateLanguage

extension NSManagedObjectContext: FetchEvaluating {
  /// Returns the value of a fetch expression. To be called on the context's queue.
  package final func evaluateFetch(
    _ request: Any?, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    guard let asked = request as? NSPersistentStoreRequest,
      let specification = asked.fetchSpecification
    else {
      throw .unsupported("A fetch expression needs a fetch request.")
    }
    let fetch = NSFetchRequest<Any>()
    fetch.specification = specification
    fetch.affectedStores = asked.affectedStores
    do {
      // A part of the request whose predicate this is, if that is of this context.
      return try withinRequest { () throws -> Any in
        if countOnly {
          return NSNumber(value: try countResults(of: fetch, as: self.reader.request))
        }
        return try typedResults(of: fetch, as: self.reader.request)
      }
    } catch {
      throw .failed("A fetch expression failed: \(error)")
    }
  }
}
