// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// Archives fetch requests: templates, and those of fetched properties (R-MOD-306).
struct FetchRequestArchiver {
  /// The entities' nodes by name.
  let entities: [String: ArchiveNode]

  /// The archive of a request; nil, and a warning, for one that holds closures.
  func node(of request: NSFetchRequest<any NSFetchRequestResult>, place: String) -> ArchiveNode? {
    Unarchivable.reported(place) { () throws(Unarchivable) in
      try archived(request.specification)
    }
  }

  private func archived(_ request: FetchSpecification) throws(Unarchivable) -> ArchiveNode {
    let node = ArchiveNode(class: "NSFetchRequest")
    let name = request.entity?.name ?? request.entityName
    node.add("NSEntity", .node(name.flatMap { entities[$0] }))
    if let name { node.add("OCDEntityName", text: name) }
    node.add("NSPredicate", .node(try predicate(request.predicate)))
    node.add("NSSortDescriptors", .node(try descriptors(request.sortDescriptors)))
    node.add("NSFetchLimit", .integer(request.fetchLimit))
    node.add("NSFetchOffset", .integer(request.fetchOffset))
    node.add("NSBatchSize", .integer(request.fetchBatchSize))
    node.add("NSResultType", .integer(Int(truncatingIfNeeded: request.resultType.rawValue)))
    node.add("NSAllocationType", .integer(0))
    node.add("NSHasFetchRequestFlags", .boolean(true))
    node.add("NSFetchRequestFlags", .integer(FetchRequestFlags(request).rawValue))
    node.add("NSRelationshipKeyPathsForPrefetching", .node(names(request)))
    node.add("NSValuesToFetch", .node(try columns(request.propertiesToFetch)))
    node.add("NSValuesToGroupBy", .node(try columns(request.propertiesToGroupBy)))
    node.add("NSHavingPredicate", .node(try predicate(request.havingPredicate)))
    return node
  }

  private func predicate(_ predicate: NSPredicate?) throws(Unarchivable) -> ArchiveNode? {
    guard let predicate else { return nil }
    return try PredicateArchiver.node(of: predicate)
  }

  private func names(_ request: FetchSpecification) -> ArchiveNode? {
    request.relationshipKeyPathsForPrefetching.map { paths in
      .collection(paths.map { ArchiveNode(.text($0)) }, class: "NSArray")
    }
  }

  private func descriptors(_ list: [NSSortDescriptor]?) throws(Unarchivable) -> ArchiveNode? {
    guard let list else { return nil }
    var nodes: [ArchiveNode] = []
    for descriptor in list {
      guard !descriptor.isNameless, let selector = descriptor.selector else {
        throw Unarchivable("a sort descriptor with a closure, or a key path without a name")
      }
      let node = ArchiveNode(class: "NSSortDescriptor")
      node.add("NSKey", text: descriptor.key)
      node.add("NSSelector", text: selector.description)
      node.add("NSAscending", .boolean(descriptor.ascending))
      node.add("NSReverseNullOrder", .boolean(false))
      nodes.append(node)
    }
    return .collection(nodes, class: "NSArray")
  }

  /// Properties by name; columns that are computed as what they are.
  private func columns(_ list: [Any]?) throws(Unarchivable) -> ArchiveNode? {
    guard let list else { return nil }
    var nodes: [ArchiveNode] = []
    for column in list {
      guard let expression = column as? NSExpressionDescription else {
        nodes.append(ArchiveNode(.text(EntityProperties.name(of: column) ?? "")))
        continue
      }
      let node = ArchiveNode(class: "NSExpressionDescription")
      node.add("NSPropertyName", text: expression.name)
      let part = expression.expression?.node ?? .constant(nil)
      node.add("NSExpression", .node(try ExpressionArchiver.node(of: part)))
      node.add(
        "NSExpressionResultType",
        .integer(Int(truncatingIfNeeded: expression.resultType.rawValue)))
      nodes.append(node)
    }
    return .collection(nodes, class: "NSArray")
  }
}

/// The bits of `NSFetchRequestFlags`. Known of Apple's is 30 for all defaults; which bit is which is
/// in the order of the properties.
struct FetchRequestFlags: OptionSet {
  let rawValue: Int
  static let distinctResults = FetchRequestFlags(rawValue: 1)
  static let subentities = FetchRequestFlags(rawValue: 2)
  static let propertyValues = FetchRequestFlags(rawValue: 4)
  static let faults = FetchRequestFlags(rawValue: 8)
  static let pendingChanges = FetchRequestFlags(rawValue: 16)
  static let refreshesRefetched = FetchRequestFlags(rawValue: 32)

  init(rawValue: Int) { self.rawValue = rawValue }

  init(_ request: FetchSpecification) {
    self = []
    if request.returnsDistinctResults { insert(.distinctResults) }
    if request.includesSubentities { insert(.subentities) }
    if request.includesPropertyValues { insert(.propertyValues) }
    if request.returnsObjectsAsFaults { insert(.faults) }
    if request.includesPendingChanges { insert(.pendingChanges) }
    if request.shouldRefreshRefetchedObjects { insert(.refreshesRefetched) }
  }
}
