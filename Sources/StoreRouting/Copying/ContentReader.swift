// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Reads all that a snapshot shows of some entities, in constant memory.
final class ContentReader {
  /// After how many entries pages are released: it then costs a hundredth of reading them.
  static let releaseCount = 20_000

  private let snapshot: any StoreSnapshot
  private let schema: StoreSchema
  /// The hierarchies, by root.
  let roots: [Int]
  private let held: EntitySet
  /// For a store whose rows may lack order keys.
  private let orders: OrderKeys?
  /// Entries since pages were released.
  private var read = 0

  /// - Parameters:
  ///   - entities: any of the wanted hierarchies' entities.
  ///   - completesOrders: whether the owners are asked for order keys that rows lack.
  init(
    snapshot: any StoreSnapshot, schema: StoreSchema, entities: [Int],
    completesOrders: Bool = false
  ) {
    orders = completesOrders ? OrderKeys(snapshot, schema) : nil
    self.snapshot = snapshot
    self.schema = schema
    roots = Set(entities.map { schema.entities[$0].root }).sorted()
    held = EntitySet(entities)
  }

  // MARK: - Rows

  /// Hands out every row, hierarchy by hierarchy, ascending by number, until `body` returns false.
  func readRows(_ body: (ObjectKey, Row) -> Bool) throws(StoreError) {
    for root in roots where try !readRows(of: root, body) { return }
  }

  /// The same for one entity and its descendants; false: `body` has ended it.
  @discardableResult
  func readRows(
    of entity: Int, _ body: (ObjectKey, Row) -> Bool
  ) throws(StoreError) -> Bool {
    var goesOn = true
    var failure: StoreError?
    var query = Query(entity: entity, concreteEntities: schema.entities[entity].subtree)
    query.needsRows = true
    try snapshot.run(query) { batch in
      do throws(StoreError) {
        goesOn = zip(batch.keys, try completed(batch)).allSatisfy(body)
      } catch {
        failure = error
        goesOn = false
      }
      release(batch.keys.count)
      return goesOn
    }
    if let failure { throw failure }
    return goesOn
  }

  /// Now and then.
  private func release(_ count: Int) {
    read += count
    guard read >= ContentReader.releaseCount else { return }
    read = 0
    snapshot.releasePages()
  }

  private func completed(_ batch: RowBatch) throws(StoreError) -> [Row] {
    guard let orders else { return batch.rows }
    var rows: [Row] = []
    for (key, row) in zip(batch.keys, batch.rows) { rows.append(try orders.completed(row, key)) }
    return rows
  }

  // MARK: - Relationships

  /// Returns the relationships whose members (or their order) rows do not tell: the first side of
  /// each link and every side that is ordered. First sides come before second ones.
  func relationships(_ scope: ContentDigest.Scope) -> [RelationshipReference] {
    var result: [RelationshipReference] = []
    for entity in schema.entities where roots.contains(entity.root) {
      for (index, toMany) in entity.toManys.enumerated()
      where toMany.declaredBy == entity.index && isRead(toMany, scope) {
        result.append(RelationshipReference(entity: entity.index, toMany: index))
      }
    }
    return result.filter { !isSecondSide($0) } + result.filter(isSecondSide)
  }

  /// Returns the relationship that is a side of a link; nil if it is not the store's, or there is none.
  func relationship(ofLink link: Int, _ side: LinkSide) -> RelationshipReference? {
    let side = schema.links[link].isReflexive ? .first : side
    let entity =
      side == .first ? schema.links[link].firstEntity : schema.links[link].secondEntity
    let toManys = schema.entities[entity].toManys
    let place = toManys.firstIndex { toMany in
      guard case .link(link, side) = toMany.storage else { return false }
      return isHeld(toMany)
    }
    return place.map { RelationshipReference(entity: entity, toMany: $0) }
  }

  private func isSecondSide(_ relationship: RelationshipReference) -> Bool {
    let toMany = schema.entities[relationship.entity].toManys[relationship.toMany]
    guard case .link(_, .second) = toMany.storage else { return false }
    return true
  }

  private func isHeld(_ toMany: ToManySchema) -> Bool {
    held.intersects(schema.entities[toMany.declaredBy].subtree)
      && held.intersects(schema.entities[toMany.destination].subtree)
  }

  private func isRead(_ toMany: ToManySchema, _ scope: ContentDigest.Scope) -> Bool {
    guard isHeld(toMany) else { return false }
    return switch toMany.storage {
    case .link(_, let side): side == .first || toMany.isOrdered
    case .inverse: toMany.isOrdered && !scope.hasOrderKeys
    }
  }

  /// Hands out every member of a to-many, owner by owner in the relationship's order, until `body`
  /// returns false.
  func readMembers(
    of relationship: RelationshipReference, _ body: (RelatedMember) -> Bool
  ) throws(StoreError) {
    let isOrdered = schema.entities[relationship.entity].toManys[relationship.toMany].isOrdered
    var query = Query(
      entity: relationship.entity,
      concreteEntities: schema.entities[relationship.entity].subtree)
    query.output = .keys
    var failure: StoreError?
    try snapshot.run(query) { batch in
      do throws(StoreError) {
        let members = try snapshot.related(relationship, of: batch.keys, withRows: false)
        release(batch.keys.count + members.keys.count)
        return visit(members, of: batch.keys, isOrdered: isOrdered, body)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private func visit(
    _ members: RelatedBatch, of owners: [ObjectKey], isOrdered: Bool,
    _ body: (RelatedMember) -> Bool
  ) -> Bool {
    var rank = 0
    for place in members.keys.indices {
      let owner = members.owners[place]
      rank = place > 0 && members.owners[place - 1] == owner ? rank + 1 : 0
      let member = RelatedMember(
        owner: owners[Int(owner)], key: members.keys[place],
        order: isOrdered ? members.orders[place] : nil, rank: isOrdered ? rank : nil)
      guard body(member) else { return false }
    }
    return true
  }
}
