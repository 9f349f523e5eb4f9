// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The objects of a notification that concern a controller.
struct ChangedResults {
  /// Members that were changed or refreshed, and stay.
  var touched: [ResultEntry] = []
  /// Members that were deleted, or do not match any more.
  var leaving: [ResultEntry] = []
  /// Objects that match now.
  var arriving: [NSManagedObject] = []

  var isEmpty: Bool { touched.isEmpty && leaving.isEmpty && arriving.isEmpty }
}

/// The condition under which an object belongs to a controller's results, evaluated here, not in a store
/// (R-REQ-281).
struct ResultMembership {
  private let operation: FetchOperation
  /// The type of results; objects of another class stay away, as a fetch would refuse them.
  private let isResult: (NSManagedObject) -> Bool

  init(_ operation: FetchOperation, _ isResult: @escaping (NSManagedObject) -> Bool) {
    self.operation = operation
    self.isResult = isResult
  }

  private static let gone = [NSDeletedObjectsKey, NSInvalidatedObjectsKey]
  private static let present = [
    NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey,
  ]

  /// Sorts the objects of a notification of changes. O(objects).
  /// - Parameter unseen: objects that have changed too, of which it does not tell.
  func sort(
    _ info: [AnyHashable: Any], unseen: [NSManagedObject], in order: ResultOrder
  ) -> ChangedResults {
    var seen: Set<ObjectIdentifier> = []
    var changed = ChangedResults()
    // What a rollback has taken away is told as deleted, and is not marked.
    for object in ResultMembership.objects(info, ResultMembership.gone) {
      guard seen.insert(ObjectIdentifier(object)).inserted, let entry = order.entry(of: object)
      else { continue }
      changed.leaving.append(entry)
    }
    loadRefreshed(info)
    let told = ResultMembership.objects(info, ResultMembership.present)
    for object in [AnySequence(told), AnySequence(unseen)].joined() {
      let entry = order.entry(of: object)
      guard entry != nil || isOfEntity(object), seen.insert(ObjectIdentifier(object)).inserted
      else { continue }
      switch (entry, matches(object)) {
      case (let entry?, true): changed.touched.append(entry)
      case (let entry?, false): changed.leaving.append(entry)
      case (nil, true): changed.arriving.append(object)
      case (nil, false): break
      }
    }
    return changed
  }

  private static func objects(
    _ info: [AnyHashable: Any], _ keys: [String]
  ) -> some Sequence<NSManagedObject> {
    keys.compactMap { info[$0] as? Set<NSManagedObject> }.joined()
  }

  func mayHold(entity: Int) -> Bool {
    operation.lowered.query.concreteEntities.contains(entity)
  }

  private func isOfEntity(_ object: NSManagedObject) -> Bool {
    mayHold(entity: object.layout.index)
  }

  /// Refreshed objects are faults, each of which would ask its store for itself.
  private func loadRefreshed(_ info: [AnyHashable: Any]) {
    guard let refreshed = info[NSRefreshedObjectsKey] as? Set<NSManagedObject>,
      refreshed.count > 1, operation.context.parentContext == nil
    else { return }
    // Else each is loaded when it is looked at, which reports what is wrong.
    try? Refetching(operation.context).loadRows(of: refreshed.filter(isLiving).filter(isOfEntity))
  }

  private func isLiving(_ object: NSManagedObject) -> Bool {
    object.context === operation.context && object.flags.isDisjoint(with: [.deleted, .orphan])
  }

  func matches(_ object: NSManagedObject) -> Bool {
    guard isLiving(object), isOfEntity(object), operation.isAffected(object), isResult(object)
    else { return false }
    // Merges tell nothing of faults. It may turn out that the row is gone.
    object.realise()
    guard isLiving(object), let test = operation.lowered.test else { return isLiving(object) }
    do {
      return try PredicateEvaluator.evaluate(test, with: object) && isLiving(object)
    } catch {
      Log.warningOnce("A fetched results controller cannot evaluate its predicate: \(error)")
      return false
    }
  }

  /// The order of two members, by the request's sort descriptors.
  func order(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult {
    do {
      for descriptor in operation.specification.sortDescriptors ?? [] {
        let order = try descriptor.order(a, b)
        if order != .orderedSame { return order }
      }
    } catch {
      Log.warningOnce("A fetched results controller cannot compare two objects: \(error)")
    }
    return .orderedSame
  }
}
