// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Finds the way back over relationships: whose members objects are, and what leads to them.
struct OwnerSearch {
  let schema: StoreSchema
  let reader: any StoreSnapshot

  /// Returns the objects that a chain of steps leads to, at the cost of a query for each.
  func follow(
    _ steps: [DerivationDependency.Step], from start: Set<ObjectKey>
  ) throws(StoreError) -> Set<ObjectKey> {
    var keys = start
    for step in steps where !keys.isEmpty {
      switch step {
      case .toOnes(let entity, let hops): keys = try objects(of: entity, leading: hops, to: keys)
      case .owners(let source): keys = try owners(of: keys, source)
      }
    }
    return keys
  }

  private func objects(
    of entity: Int, leading hops: [Int], to keys: Set<ObjectKey>
  ) throws(StoreError) -> Set<ObjectKey> {
    guard let last = hops.last else { return keys }
    let path = ColumnPath(hops: hops.dropLast(), .toOne(last))
    return try matches(.isObject(path, keys.sorted()), of: entity)
  }

  private func matches(_ filter: Filter, of entity: Int) throws(StoreError) -> Set<ObjectKey> {
    var query = Query(
      entity: entity, concreteEntities: schema.entities[entity].subtree, filter: filter)
    query.output = .keys
    var found = Set<ObjectKey>()
    try reader.run(query) { batch in
      found.formUnion(batch.keys)
      return true
    }
    return found
  }

  /// Returns the present owners of members.
  private func owners(
    of members: Set<ObjectKey>, _ source: SourceMembers
  ) throws(StoreError) -> Set<ObjectKey> {
    let sorted = members.sorted()
    if let slot = source.ownerSlot {
      return Set(try reader.rows(for: sorted).compactMap { $0?.reference(slot) })
    }
    if let inverse = source.inverse {
      return Set(try reader.related(inverse, of: sorted, withRows: false).keys)
    }
    let relationship = source.relationship
    let filter = Filter.quantified(
      .any, ToManyPath(toMany: relationship.toMany), .isObject(ColumnPath(.key), sorted))
    return try matches(filter, of: relationship.entity)
  }

  // MARK: - Membership

  /// Returns the owners that changes may take members from, before the changes are written.
  func formerOwners(
    _ cause: DerivationDependency.Cause, _ changes: ChangeSet
  ) throws(StoreError) -> Set<ObjectKey> {
    guard case .membership(let source) = cause else { return [] }
    var members = Set<ObjectKey>()
    for delete in changes.deletes where source.members.contains(delete.key.entity) {
      members.insert(delete.key)
    }
    if let slot = source.ownerSlot {
      for update in changes.updates
      where source.members.contains(update.row.entity) && update.changed.contains(slot) {
        members.insert(update.key)
      }
    } else if source.link?.isOneSided == true {
      // Who takes a member takes it from another.
      for change in changes.links where source.isLink(change) { members.insert(change.second) }
    }
    return members.isEmpty ? [] : try owners(of: members, source)
  }

  /// Adds the owners that changes name.
  func addOwners(
    _ source: SourceMembers, _ changes: ChangeSet, to owners: inout Set<ObjectKey>
  ) {
    guard let slot = source.ownerSlot else {
      for change in changes.links where source.isLink(change) {
        owners.formUnion(source.owners(in: change))
      }
      return
    }
    for insert in changes.inserts where source.members.contains(insert.row.entity) {
      if let owner = insert.row.reference(slot) { owners.insert(owner) }
    }
    for update in changes.updates
    where source.members.contains(update.row.entity) && update.changed.contains(slot) {
      if let owner = update.row.reference(slot) { owners.insert(owner) }
    }
  }
}

extension SourceMembers {
  func isLink(_ change: LinkChange) -> Bool {
    if case .link(change.link, _) = storage { true } else { false }
  }

  /// Both ends of a relationship that is its own inverse.
  func owners(in change: LinkChange) -> [ObjectKey] {
    guard case .link(_, let side) = storage else { return [] }
    if link?.isReflexive == true { return [change.first, change.second] }
    return [side == .first ? change.first : change.second]
  }
}
