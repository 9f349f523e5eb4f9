// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Looks at all links in some stores: one query for each entity and link, and one for the
/// destinations of each batch in each of their stores.
struct LinkCheck {
  /// A link that may have to be written.
  struct Finding {
    let owner: ObjectKey
    let index: Int
    let uri: String
    /// Nil for a link that is whole, under a former URI.
    let problem: BrokenLink.Problem?
    /// The present URI, if the destination is there.
    let present: String?
  }

  let coordinator: NSPersistentStoreCoordinator
  let stores: [NSPersistentStore]

  /// Hands out what is not as it should be, store by store. Constant memory: a batch of rows at a
  /// time.
  func run(_ body: (Finding) throws -> Void) throws {
    for store in stores {
      for layout in coordinator.managedObjectModel.orderedLayouts {
        for record in layout.properties where isDeclared(record, by: layout) {
          try check(record, of: layout, in: store, body)
        }
      }
    }
  }

  /// Each link once: where its entity declares it, for all subentities.
  private func isDeclared(_ record: PropertyRecord, by layout: PropertyLayout) -> Bool {
    record.link != nil && record.slot >= 0
      && layout.schema.attributes[record.column].declaredBy == layout.index
  }

  private func check(
    _ record: PropertyRecord, of layout: PropertyLayout, in store: NSPersistentStore,
    _ body: (Finding) throws -> Void
  ) throws {
    let column = Operand.column(ColumnPath(.attribute(record.column)))
    var query = Query(
      entity: layout.index, concreteEntities: layout.schema.subtree,
      filter: .not(.isNull(column)))
    query.needsRows = true
    var failure: (any Error)?
    try coordinator.run(query, in: FetchScope(stores: [store.ordinal])) { batch in
      do { try findings(in: batch, record).forEach(body) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  // MARK: - A batch

  private func findings(in batch: RowBatch, _ record: PropertyRecord) throws -> [Finding] {
    let links = zip(batch.keys, batch.rows).flatMap { key, row in
      uris(in: row, record).map { (owner: key, uri: $0, destination: coordinator.linkedKey($0)) }
    }
    let rows = try existing(links.compactMap(\.destination))
    return links.compactMap { link in
      let entity = link.destination.flatMap { rows[$0] }
      let problem = problem(
        of: link.uri, to: link.destination, entity: entity, record)
      let present = link.destination.flatMap { key in entity.map { presentURI(key, entity: $0) } }
      if problem == nil, present == link.uri { return nil }
      return Finding(
        owner: link.owner, index: record.index, uri: link.uri, problem: problem, present: present)
    }
  }

  private func uris(in row: Row, _ record: PropertyRecord) -> [String] {
    record.type.map { LinkCoding.uris(PropertyValue(row, slot: record.slot, type: $0)) } ?? []
  }

  /// Returns the entities of those objects that exist.
  private func existing(_ keys: [ObjectKey]) throws -> [ObjectKey: Int] {
    let keys = Array(Set(keys))
    let rows = try coordinator.rows(for: keys)
    return Dictionary(
      zip(keys, rows).compactMap { key, row in row.map { (key, $0.entity) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func problem(
    of uri: String, to key: ObjectKey?, entity: Int?, _ record: PropertyRecord
  ) -> BrokenLink.Problem? {
    guard key != nil else {
      return coordinator.hasStore(ofURI: uri) ? .wrongEntity : .missingStore
    }
    guard let entity else { return .missingObject }
    return record.destinations.contains(UInt32(entity)) ? nil : .wrongEntity
  }

  private func presentURI(_ key: ObjectKey, entity: Int) -> String {
    let concrete = ObjectKey(entity: entity, number: key.number, store: key.store)
    return coordinator.objectID(for: concrete).uriRepresentation().absoluteString
  }
}
