// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Cache nodes as rows and links.
///
/// A relationship may be stated on either side or on both: a to-one by its owner, or by the members
/// of the inverse; a pair of a link by either end. Orders are those of ordered sets.
struct NodeGraph {
  private struct Pair: Hashable {
    let link: Int
    let first: ObjectKey
    let second: ObjectKey
  }

  /// A to-one of an object.
  private struct End: Hashable {
    let owner: ObjectKey
    let toOne: Int
  }

  private let nodes: [(key: ObjectKey, node: NSAtomicStoreCacheNode)]
  private let store: NSAtomicStore
  private let storeName: String
  /// To-ones as the other side states them.
  private var destinations: [End: ObjectKey] = [:]
  private var orders: [End: Int64] = [:]
  private var pairs: [Pair: (first: Int64?, second: Int64?)] = [:]

  init(_ nodes: Set<NSAtomicStoreCacheNode>, _ backend: AtomicBackend) {
    let store = backend.store
    self.store = store
    storeName = store.url?.path ?? store.type
    self.nodes =
      nodes
      .map { (StoreReferences.key(of: $0.objectID, in: store).inStore(0), $0) }
      .sorted { $0.0 < $1.0 }
  }

  func changes() throws -> ChangeSet {
    var graph = self
    for (key, node) in nodes { try graph.readToManys(of: node, key) }
    return try graph.made()
  }

  private func made() throws -> ChangeSet {
    var changes = ChangeSet()
    let assembler = RowAssembler()
    for (key, node) in nodes {
      let layout = node.objectID.layout
      let packing = RecordPacking(layout: layout, storeName: storeName, assembler: assembler)
      let row = try packing.row(
        version: 1, value: node.value(forKey:),
        destination: { try destination($0, of: node, key) },
        order: { orders[End(owner: key, toOne: index(of: $0, layout))] })
      changes.inserts.append(RowInsert(key: key, row: row))
    }
    changes.keepsAllOwners = true
    changes.links = pairs.map { pair, order in
      LinkChange(
        link: pair.link, kind: .add, first: pair.first, second: pair.second,
        orderInFirst: order.first, orderInSecond: order.second)
    }
    return changes
  }

  private func index(of toOne: ToOneSchema, _ layout: PropertyLayout) -> Int {
    layout.schema.toOnes.firstIndex { $0.slot == toOne.slot } ?? -1
  }

  private func destination(
    _ record: PropertyRecord, of node: NSAtomicStoreCacheNode, _ key: ObjectKey
  ) throws -> ObjectKey? {
    if let value = node.value(forKey: record.name), !(value is NSNull) {
      return try self.key(of: value, record, node)
    }
    return destinations[End(owner: key, toOne: record.column)]
  }

  // MARK: - To-many relationships

  private mutating func readToManys(of node: NSAtomicStoreCacheNode, _ key: ObjectKey) throws {
    for record in node.objectID.layout.properties
    where record.kind == .toMany && record.column >= 0 {
      guard let value = node.value(forKey: record.name), !(value is NSNull) else { continue }
      let members = try members(value, record: record, node: node)
      switch node.objectID.layout.schema.toManys[record.column].storage {
      case .inverse(let toOne):
        for (place, member) in members.enumerated() {
          let end = End(owner: member, toOne: toOne)
          destinations[end] = key
          if record.isOrdered { orders[end] = OrderSpacing.fresh(place) }
        }
      case .link(let link, let side):
        for (place, member) in members.enumerated() {
          let order = record.isOrdered ? OrderSpacing.fresh(place) : nil
          add(link, side: side, owner: key, member: member, order: order)
        }
      }
    }
  }

  private mutating func add(
    _ link: Int, side: LinkSide, owner: ObjectKey, member: ObjectKey, order: Int64?
  ) {
    let pair =
      side == .first
      ? Pair(link: link, first: owner, second: member)
      : Pair(link: link, first: member, second: owner)
    var known = pairs[pair] ?? (nil, nil)
    if let order, side == .first { known.first = order }
    if let order, side == .second { known.second = order }
    pairs[pair] = known
  }

  private func members(
    _ value: Any, record: PropertyRecord, node: NSAtomicStoreCacheNode
  ) throws -> [ObjectKey] {
    let list: [Any]
    switch value {
    case let ordered as NSOrderedSet: list = ordered.array
    case let array as [Any]: list = array
    case let set as NSSet: list = set.allObjects
    case let set as Set<AnyHashable>: list = set.map(\.base)
    default: throw unreadable(value, record: record, node: node)
    }
    let keys = try list.map { try key(of: $0, record, node) }
    return record.isOrdered ? keys : keys.sorted()
  }

  private func key(
    of value: Any, _ record: PropertyRecord, _ node: NSAtomicStoreCacheNode
  ) throws -> ObjectKey {
    let id: NSManagedObjectID
    switch value {
    case let other as NSAtomicStoreCacheNode: id = other.objectID
    case let other as NSManagedObjectID: id = other
    default: throw unreadable(value, record: record, node: node)
    }
    guard let key = StoreReferences.ownKey(of: id, in: store),
      record.destinations.contains(UInt32(key.entity))
    else {
      throw unreadable(value, record: record, node: node)
    }
    return key.inStore(0)
  }

  private func unreadable(
    _ value: Any, record: PropertyRecord, node: NSAtomicStoreCacheNode
  ) -> any Error {
    CocoaError.make(
      .coreData,
      reason: "The node of \(node.objectID.uriRepresentation()) in \(storeName) has \(value) for "
        + "'\(record.name)'. A to-one relationship holds the node of a "
        + "\(record.destination >= 0 ? node.objectID.layout.model[record.destination].schema.name : "destination"), "
        + "a to-many a set of such nodes.")
  }
}
