// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// Makes the fetch requests of an archive: templates, and those of fetched properties (R-MOD-306).
struct ArchivedRequestReader {
  /// The bits of the archived flags, each one of a request's switches.
  private enum Flag {
    static let distinct = 1
    static let subentities = 2
    static let propertyValues = 4
    static let faults = 8
    static let pendingChanges = 16
    static let refreshing = 32
    /// Those of a new request.
    static let initial = 30
  }

  let entities: [String: NSEntityDescription]

  func request(
    _ object: ArchivedObject, place: String
  ) throws(ArchivedGraph.Damage) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = self.request(ofEntity: object)
    request.predicate = try predicate(object, "NSPredicate", place: place)
    request.havingPredicate = try predicate(object, "NSHavingPredicate", place: place)
    request.fetchLimit = max(object.integer("NSFetchLimit") ?? 0, 0)
    request.fetchOffset = max(object.integer("NSFetchOffset") ?? 0, 0)
    request.fetchBatchSize = max(object.integer("NSBatchSize") ?? 0, 0)
    request.resultType = NSFetchRequestResultType(
      rawValue: UInt(clamping: object.integer("NSResultType") ?? 0))
    addFlags(object, to: request)
    request.sortDescriptors = sorting(object)
    request.propertiesToFetch = try columns(object, "NSValuesToFetch", place: place)
    request.propertiesToGroupBy = try columns(object, "NSValuesToGroupBy", place: place)
    request.relationshipKeyPathsForPrefetching = object.object(
      "NSRelationshipKeyPathsForPrefetching")?.members.compactMap(\.text)
    return request
  }

  /// One of an entity that the model does not have has its name only.
  private func request(
    ofEntity object: ArchivedObject
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let name = object.object("NSEntity")?.text("NSEntityName") ?? object.text("OCDEntityName")
    if let name, entities[name] == nil { return NSFetchRequest(entityName: name) }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = name.flatMap { entities[$0] }
    return request
  }

  private func predicate(
    _ object: ArchivedObject, _ key: String, place: String
  ) throws(ArchivedGraph.Damage) -> NSPredicate? {
    guard let archived = object.object(key) else { return nil }
    return try ArchivedSyntax.naming(place) { () throws(ArchivedGraph.Damage) in
      try PredicateArchive.predicate(of: archived)
    }
  }

  private func addFlags(
    _ object: ArchivedObject, to request: NSFetchRequest<any NSFetchRequestResult>
  ) {
    let flags =
      object.isTrue("NSHasFetchRequestFlags")
      ? object.integer("NSFetchRequestFlags") ?? Flag.initial : Flag.initial
    request.returnsDistinctResults = flags & Flag.distinct != 0
    request.includesSubentities = flags & Flag.subentities != 0
    request.includesPropertyValues = flags & Flag.propertyValues != 0
    request.returnsObjectsAsFaults = flags & Flag.faults != 0
    request.includesPendingChanges = flags & Flag.pendingChanges != 0
    request.shouldRefreshRefetchedObjects = flags & Flag.refreshing != 0
  }

  private func sorting(_ object: ArchivedObject) -> [NSSortDescriptor]? {
    guard let list = object.object("NSSortDescriptors") else { return nil }
    return list.members.map { archived in
      NSSortDescriptor(
        key: archived.text("NSKey"), ascending: archived.isTrue("NSAscending"),
        selector: archived.text("NSSelector").map(NSSelectorFromString))
    }
  }

  private func columns(
    _ object: ArchivedObject, _ key: String, place: String
  ) throws(ArchivedGraph.Damage) -> [Any]? {
    guard let list = object.object(key) else { return nil }
    var columns: [Any] = []
    for archived in list.members {
      if archived.has("NSExpression") {
        columns.append(try ArchivedColumn.description(archived, place: place))
      } else if let name = archived.text ?? archived.text("NSPropertyName") {
        columns.append(name)
      }
    }
    return columns
  }
}
