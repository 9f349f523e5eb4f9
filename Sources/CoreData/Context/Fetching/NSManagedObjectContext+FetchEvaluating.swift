// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import PredicateLanguage

extension NSManagedObjectContext: FetchEvaluating {
  /// Returns the value of a fetch expression. To be called on the context's queue.
  package final func evaluateFetch(
    _ request: Any?, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    do {
      return try fetchedValue(of: request, countOnly: countOnly, isSubselect: false)
    } catch let error as EvaluationError {
      throw error
    } catch {
      let reason = (error as? CocoaError)?.userInfo["reason"] as? String
      throw .failed("A fetch expression failed: \(reason ?? "\(error)")")
    }
  }
}
