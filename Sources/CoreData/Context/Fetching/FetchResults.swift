// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The results of a fetch in the form and type that the client asked for.
enum FetchResults {
  /// Results as the request's type. A list of objects is converted as a whole: every object is of
  /// its entity's class, so a check per class would do, and a check per object is what it costs.
  static func typed<T>(_ results: [Any]) throws -> [T] {
    if let exact = results as? [T] { return exact }
    throw mismatch(T.self, results.first)
  }

  /// - Parameter classes: the classes of the entities that were asked for.
  static func typed<T>(
    _ adopted: AdoptedObjects, _ classes: some Sequence<NSManagedObject.Type>
  ) throws -> [T] {
    let objects = adopted.objects
    if T.self == NSManagedObject.self || objects.isEmpty
      || adopted.areOfEntityClass && classes.allSatisfy({ $0 is T.Type })
    {
      return objects.assumed(of: T.self)
    }
    guard T.self is NSManagedObject.Type else {
      return try objects.map { object in
        guard let result = object as? T else { throw mismatch(T.self, object) }
        return result
      }
    }
    var known: ObjectIdentifier?
    for object in objects where known != ObjectIdentifier(type(of: object)) {
      guard object is T else { throw mismatch(T.self, object) }
      known = ObjectIdentifier(type(of: object))
    }
    return objects.assumed(of: T.self)
  }

  private static func mismatch(_ type: Any.Type, _ found: Any?) -> CocoaError {
    let given = found.map { "\(Swift.type(of: $0))" } ?? "nothing"
    return CocoaError.make(
      exception: .invalidArgument,
      reason: "The request's result type is \(type), but it gives \(given). Check resultType, and "
        + "the class name of the entity in the model.")
  }
}

/// The untyped `fetch(_:)` by itself: among the context's own the compiler would take the typed one.
private protocol UntypedFetching {
  func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any]
}

extension NSManagedObjectContext: UntypedFetching {}

extension NSManagedObjectContext {
  /// Returns the results of a request as the untyped `fetch(_:)` of a subclass gives them: it may have
  /// one of its own.
  final func overriddenResults<T>(of request: NSFetchRequest<T>) throws -> [T] {
    reader.isAnsweredBySubclass = true
    defer { reader.isAnsweredBySubclass = false }
    let context: any UntypedFetching = self
    let erased = NSFetchRequest<any NSFetchRequestResult>(erasing: request)
    let results = try context.fetch(erased)
    if request.specification.entity == nil { request.specification.entity = erased.entity }
    return try FetchResults.typed(results)
  }

  /// The results of any request in the form its result type says.
  /// - Parameters:
  ///   - gathered: what the stores have answered before, if they were asked.
  ///   - reading: what it reads as a part of another request; nil: it is one of its own.
  final func typedResults<T>(
    of request: NSFetchRequest<T>, gathered: GatheredRows? = nil, as reading: RequestReading? = nil
  ) throws -> [T] {
    ConcurrencyCheck.require(self, "fetch(_:)")
    return try running(request, as: reading) { operation in
      operation.gathered = gathered
      switch operation.specification.resultType {
      case .managedObjectIDResultType: return try FetchResults.typed(try operation.ids() as [Any])
      case .countResultType:
        return try FetchResults.typed([NSNumber(value: try operation.count())] as [Any])
      case .dictionaryResultType:
        return try FetchResults.typed(try DictionaryFetch(operation).run() as [Any])
      default:
        let entities = operation.lowered.query.concreteEntities
        return try FetchResults.typed(
          operation.objects(), entities.lazy.map { self.factory(of: $0).type })
      }
    }
  }

  /// Returns the values of the only column of a request for dictionaries, as a part of another.
  final func columnValues<T>(
    of request: NSFetchRequest<T>, as reading: RequestReading?
  ) throws -> [Any] {
    ConcurrencyCheck.require(self, "fetch(_:)")
    return try running(request, as: reading) { try DictionaryFetch($0).values() }
  }

  /// How many results a request has.
  final func countResults<T>(
    of request: NSFetchRequest<T>, as reading: RequestReading? = nil
  ) throws -> Int {
    ConcurrencyCheck.require(self, "count(for:)")
    return try running(request, as: reading) { try $0.count() }
  }

  /// Runs a request as one, whose entity is known from then on (R-REQ-002). Pending changes are
  /// processed before it begins to read: observers may save.
  private final func running<T, R>(
    _ request: NSFetchRequest<T>, as reading: RequestReading?,
    _ body: (inout FetchOperation) throws -> R
  ) throws -> R {
    let specification = request.specification
    if specification.includesPendingChanges { processPendingChanges() }
    let reading = reading ?? RequestReading()
    defer { if reading !== reader.request { reading.end() } }
    return try joining(reading) {
      var operation = try FetchOperation(
        context: self, specification: specification, affectedStores: request.affectedStores)
      if request.specification.entity == nil { request.specification.entity = operation.entity }
      return try body(&operation)
    }
  }

  /// The results of a request by its result type, a count as a list of one number; as a part of the
  /// request that asks for them.
  final func fetchResults(_ specification: FetchSpecification) throws -> [Any] {
    try withinRequest {
      let operation = try FetchOperation(
        context: self, specification: specification, affectedStores: nil)
      switch specification.resultType {
      case .managedObjectIDResultType: return try operation.ids()
      case .countResultType: return [NSNumber(value: try operation.count())]
      case .dictionaryResultType: return try DictionaryFetch(operation).run()
      default: return try operation.objects().objects
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Returns the value of a fetch expression, or throws what fetching throws. Of a request for
  /// dictionaries the value is the list of the values of its only column (R-REQ-084).
  ///
  /// - Parameter isSubselect: true for an operand of a condition, which is no place for dictionaries.
  final func fetchedValue(
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
