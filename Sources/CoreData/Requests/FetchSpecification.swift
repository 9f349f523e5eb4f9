// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The fields of a fetch request without its result type, for the parts that execute it.
struct FetchSpecification {
  /// The entity, when the request was given one.
  var entity: NSEntityDescription?
  /// The entity's name, when only that was given.
  var entityName: String?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor]?
  var fetchLimit = 0
  var fetchOffset = 0
  var fetchBatchSize = 0
  var resultType = NSFetchRequestResultType.managedObjectResultType
  var includesSubentities = true
  var includesPropertyValues = true
  var returnsObjectsAsFaults = true
  var includesPendingChanges = true
  var relationshipKeyPathsForPrefetching: [String]?
  /// Names, property descriptions and expression descriptions.
  var propertiesToFetch: [Any]?
  var returnsDistinctResults = false
  var shouldRefreshRefetchedObjects = false
  /// Names, property descriptions and expression descriptions.
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?

  /// The entity in a model: the one of that name, as entities of equal models are interchangeable.
  func resolvedEntity(in model: NSManagedObjectModel) throws -> NSEntityDescription {
    guard let name = entity?.name ?? entityName else {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "A fetch request must have an entity.")
    }
    guard let entity = model.entity(named: name) else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "The entity '\(name)' of a fetch request is not in the coordinator's model.")
    }
    return entity
  }

  /// A text that describes the request as Apple's framework does.
  var text: String {
    var parts = [
      "entity: \(ObjectText.optional(entity?.name ?? entityName))",
      "predicate: (\(ObjectText.optional(predicate?.formatText)))",
      "sortDescriptors: (\(ObjectText.optional(sortDescriptors.map(Self.text))))",
    ]
    if fetchOffset > 0 { parts.append("offset: \(fetchOffset)") }
    if fetchLimit > 0 { parts.append("limit: \(fetchLimit)") }
    if fetchBatchSize > 0 { parts.append("batch size: \(fetchBatchSize)") }
    parts.append("type: \(Self.name(of: resultType))")
    return parts.joined(separator: "; ")
  }

  private static func name(of type: NSFetchRequestResultType) -> String {
    switch type {
    case .managedObjectResultType: "NSManagedObjectResultType"
    case .managedObjectIDResultType: "NSManagedObjectIDResultType"
    case .dictionaryResultType: "NSDictionaryResultType"
    case .countResultType: "NSCountResultType"
    default: "\(type.rawValue)"
    }
  }

  private static func text(_ descriptors: [NSSortDescriptor]) -> String {
    descriptors.map { "(\($0.key ?? "(null)"), \($0.ascending ? "ascending" : "descending"))" }
      .joined(separator: ", ")
  }

  /// Returns true if both ask the same of the same entity.
  func isEqual(to other: FetchSpecification) -> Bool {
    (entity?.name ?? entityName) == (other.entity?.name ?? other.entityName)
      && predicate == other.predicate && sortDescriptors == other.sortDescriptors
      && fetchLimit == other.fetchLimit && fetchOffset == other.fetchOffset
      && fetchBatchSize == other.fetchBatchSize && resultType == other.resultType
      && flags == other.flags && havingPredicate == other.havingPredicate
      && relationshipKeyPathsForPrefetching == other.relationshipKeyPathsForPrefetching
      && Self.names(propertiesToFetch) == Self.names(other.propertiesToFetch)
      && Self.names(propertiesToGroupBy) == Self.names(other.propertiesToGroupBy)
  }

  private var flags: [Bool] {
    [
      includesSubentities, includesPropertyValues, returnsObjectsAsFaults,
      includesPendingChanges, returnsDistinctResults, shouldRefreshRefetchedObjects,
    ]
  }

  private static func names(_ properties: [Any]?) -> [String]? {
    properties?.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
  }
}

extension FetchSpecification {
  /// True if dictionaries are ordered by an expression column, whose name is no property's.
  func ordersColumns(of layout: PropertyLayout) -> Bool {
    guard resultType == .dictionaryResultType, let sortDescriptors else { return false }
    let names = Set((propertiesToFetch ?? []).compactMap { ($0 as? NSExpressionDescription)?.name })
    return sortDescriptors.contains { descriptor in
      descriptor.key.map { names.contains($0) && layout.record(named: $0) == nil } ?? false
    }
  }
}
