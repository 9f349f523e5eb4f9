// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The typed results of a controller.
///
/// The members stand here and not in the body of ``NSFetchedResultsController``, because a delegate is given
/// the controller as one of `NSFetchRequestResult`, whatever it was made with. Functions of a protocol are
/// told the type of the reference that they are called through, so they give a delegate what its type says.
/// They cannot be overridden. Our addition; only controllers conform.
public protocol FetchedResults: AnyObject {
  /// The type of results.
  associatedtype ResultType
  /// The results without their type.
  var untypedResults: UntypedResults { get }
}

extension FetchedResults {
  /// The request. Its predicate, order and limits may be changed before another fetch.
  ///
  /// To a delegate, whose type of results is another one, a copy.
  public var fetchRequest: NSFetchRequest<ResultType> { untypedResults.typedRequest() }

  /// All results in order; nil before the first fetch. An array is made anew after a change.
  public var fetchedObjects: [ResultType]? { untypedResults.typedResults() }

  /// Returns the result at a path of section and item. There must be one.
  public func object(at indexPath: IndexPath) -> ResultType { untypedResults.result(at: indexPath) }

  /// Returns where a result is; nil if it is none, or before the first fetch. O(log n); the first time O(n).
  public func indexPath(forObject object: ResultType) -> IndexPath? {
    untypedResults.path(of: object)
  }
}

extension UntypedResults {
  /// Executes a controller's request.
  func content<T>(of request: NSFetchRequest<T>) throws -> FetchedContent {
    guard request.resultType != .countResultType else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "A fetched results controller cannot have the result type .countResultType: there "
          + "is nothing to list. Use count(for:).")
    }
    let found = try context.fetch(following(request))
    guard request.resultType == .managedObjectResultType else {
      return .values(found, try runs(of: found))
    }
    if T.self is NSManagedObject.Type { return try sorted(found.assumedObjects) }
    return try sorted(found.compactMap { $0 as? NSManagedObject })
  }

  /// Returns the request that is executed: if events are followed, for objects with their values, since
  /// a context is not told what becomes of faults (R-CTX-761). What is loaded in batches stays so.
  private func following<T>(_ request: NSFetchRequest<T>) -> NSFetchRequest<T> {
    guard reporter?.hasDelegate == true, request.fetchBatchSize == 0,
      request.includesPropertyValues, let copy = request.copy() as? NSFetchRequest<T>
    else { return request }
    copy.returnsObjectsAsFaults = false
    return copy
  }

  /// Returns the sections of IDs, which have no names, or of dictionaries.
  private func runs(of values: [Any]) throws -> [SectionRun] {
    guard naming != nil, let keyPath = sectionNameKeyPath else {
      return [SectionRun(name: "", range: 0..<values.count)]
    }
    return try SectionNaming.runs(
      of: values.lazy.map { SectionNaming.text(($0 as? [String: Any])?[keyPath]) })
  }

  func typedRequest<T>() -> NSFetchRequest<T> {
    if let request = request as? NSFetchRequest<T> { return request }
    let copy = NSFetchRequest<T>()
    copy.specification = specification
    copy.affectedStores = request.affectedStores
    return copy
  }

  func typedResults<T>() -> [T]? {
    switch content {
    case .nothing: return nil
    case .values(let values, _): return values.map(typed)
    case .objects(let results):
      let objects = results.objects
      guard T.self == resultType, T.self is NSManagedObject.Type else { return objects.map(typed) }
      return objects.assumed(of: T.self)
    }
  }

  func result<T>(at path: IndexPath) -> T {
    guard let value = content.value(at: path) else {
      raise(.range, "There is no object at the index path \(path).")
    }
    return typed(value)
  }

  func path<T>(of result: T) -> IndexPath? {
    switch content {
    case .nothing: return nil
    case .objects(let results): return (result as? NSManagedObject).flatMap(results.path)
    case .values(let values, let runs):
      guard let wanted = result as? NSObject,
        let place = values.firstIndex(where: { ($0 as? NSObject) == wanted }),
        let section = runs.firstIndex(where: { $0.range.contains(place) })
      else { return nil }
      return IndexPath(item: place - runs[section].range.lowerBound, section: section)
    }
  }

  /// Results are of the controller's type, which the fetch has checked, or are objects for a delegate,
  /// to whose protocol all of them conform.
  private func typed<T>(_ value: Any) -> T {
    guard let result = value as? T else {
      raise(
        .internalInconsistency, "A result of type \(type(of: value)) was asked for as \(T.self).")
    }
    return result
  }
}
