// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The objects of a store in the order in which they are written.
struct RecordList {
  let names: RecordNames
  private let nodes: [(name: String, node: NSAtomicStoreCacheNode)]
  private let objectNames: [ObjectIdentifier: String]

  init(_ nodes: Set<NSAtomicStoreCacheNode>, names: RecordNames, store: NSAtomicStore) {
    self.names = names
    self.nodes =
      nodes
      .map { (ObjectName.text(store.referenceObject(for: $0.objectID)), $0) }
      .sorted { RecordList.precedes($0.0, $1.0) }
    objectNames = Dictionary(
      uniqueKeysWithValues: self.nodes.map { (ObjectIdentifier($0.node), $0.name) })
  }

  func forEach(
    _ body: (String, NSAtomicStoreCacheNode, RecordNames.Properties) throws -> Void
  ) throws {
    for (name, node) in nodes {
      try body(name, node, names.properties(of: node.objectID.entity))
    }
  }

  /// Returns the names of the objects that a relationship leads to, in their order or sorted. One
  /// that is gone is left out.
  func destinations(
    of node: NSAtomicStoreCacheNode, _ relationship: NSRelationshipDescription
  ) -> [String] {
    let value = node.value(forKey: relationship.name)
    if let other = value as? NSAtomicStoreCacheNode {
      return objectNames[ObjectIdentifier(other)].map { [$0] } ?? []
    }
    if let ordered = value as? NSOrderedSet {
      return ordered.array.compactMap { ($0 as? NSAtomicStoreCacheNode).flatMap(name) }
    }
    let set = value as? Set<NSAtomicStoreCacheNode> ?? []
    return set.compactMap(name).sorted(by: RecordList.precedes)
  }

  private func name(_ node: NSAtomicStoreCacheNode) -> String? {
    objectNames[ObjectIdentifier(node)]
  }

  /// Numbers ascend; other names follow.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    switch (ObjectName.number(one), ObjectName.number(other)) {
    case (let first?, let second?): first < second
    case (nil, nil): one < other
    case (let first, _): first != nil
    }
  }
}
