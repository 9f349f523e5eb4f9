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

  /// The same with the error that fetching throws. Of a request for dictionaries the value is the
  /// list of the values of its only column (R-REQ-084).
  ///
  /// - Parameter isSubselect: true for an operand of a condition, which is no place for dictionaries.
  fileprivate final func fetchedValue(
    of request: Any?, countOnly: Bool, isSubselect: Bool
  ) throws -> Any {
    guard let asked = request as? NSPersistentStoreRequest,
      let specification = asked.fetchSpecification
    else {
      throw EvaluationError.unsupported("A fetch expression needs a fetch request.")
    }
    let fetch = NSFetchRequest<Any>()
    fetch.specification = specification
    fetch.affectedStores = asked.affectedStores
    // A part of the request whose predicate this is, if that is of this context.
    return try withinRequest { () throws -> Any in
      let reading = self.reader.request
      if countOnly { return NSNumber(value: try countResults(of: fetch, as: reading)) }
      let isList =
        specification.resultType == .dictionaryResultType
        && (isSubselect || specification.propertiesToFetch?.count == 1)
      return try isList
        ? columnValues(of: fetch, as: reading) : typedResults(of: fetch, as: reading)
    }
  }
}

/// The fetch expressions in the predicate of a fetch. Each whose request and context are constants
/// is executed once, before stores are asked, and a value from then on (R-REQ-084).
final class FetchAnswers {
  private let context: NSManagedObjectContext
  private var count = 0
  private var failure: (any Error)?

  /// - Parameter context: the one that fetches, on whose queue it is.
  init(in context: NSManagedObjectContext) { self.context = context }

  /// Returns a predicate with the values for its fetch expressions; nil if it has none.
  func answered(_ predicate: NSPredicate) throws -> NSPredicate? {
    try context.withinRequest { () throws -> NSPredicate? in
      do {
        let node = try PredicateNode(predicate).replacing { (node) throws(EvaluationError) in
          try self.answer(node)
        }
        return count == 0 ? nil : node.makePredicate()
      } catch {
        throw FetchAnswers.refusal(failure ?? error)
      }
    }
  }

  /// Returns the value of a fetch expression; nil for any other expression.
  private func answer(_ node: ExpressionNode) throws(EvaluationError) -> ExpressionNode? {
    // A path may lead on from dictionaries.
    if case .path(.fetch, _) = node { return node }
    guard case .fetch(.constant(let request), .constant(let source), let countOnly) = node,
      let owner = source as? NSManagedObjectContext
    else { return nil }
    do {
      count += 1
      try context.beginReadingTogether()
      return .constant(try owner.fetchedValue(of: request, countOnly: countOnly, isSubselect: true))
    } catch {
      failure = error
      throw .failed("\(error)")
    }
  }

  private static func refusal(_ error: any Error) -> any Error {
    guard let error = error as? EvaluationError else { return error }
    return CocoaError.make(
      exception: .invalidArgument, reason: "The predicate cannot be evaluated: \(error)")
  }
}
