// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Node values as cells and back.
struct CSVNode {
  let node: NSAtomicStoreCacheNode
  let store: CSVStore

  // MARK: - Writing

  func record(_ columns: [CSVColumn]) -> CSVRecord {
    let reference = CSVRecord.Field("\(store.referenceObject(for: node.objectID))")
    return CSVRecord([reference] + columns.map(field))
  }

  private func field(_ column: CSVColumn) -> CSVRecord.Field {
    switch column {
    case .attribute(let attribute, let path):
      value(at: path).flatMap { CSVValue.text($0, of: attribute) }.map { .init($0) } ?? .none
    case .relationship(let relationship):
      references(node.value(forKey: relationship.name))
    }
  }

  private func value(at path: [String]) -> Any? {
    path.dropFirst().reduce(node.value(forKey: path[0])) { ($0 as? [String: Any])?[$1] }
  }

  /// Nodes that were removed meanwhile are left out.
  private func references(_ value: Any?) -> CSVRecord.Field {
    let others: [NSAtomicStoreCacheNode] =
      switch value {
      case let node as NSAtomicStoreCacheNode: [node]
      case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSAtomicStoreCacheNode }
      case let set as Set<NSAtomicStoreCacheNode>:
        set.sorted { store.number(of: $0) < store.number(of: $1) }
      default: []
      }
    let known = others.filter { store.cacheNode(for: $0.objectID) === $0 }
    guard !known.isEmpty else { return .none }
    return .init(known.map { String(store.number(of: $0)) }.joined(separator: " "))
  }

  // MARK: - Reading

  /// Takes the values of a record.
  func read(
    _ record: CSVRecord, columns: [CSVColumn], nodes: [Int: NSAtomicStoreCacheNode]
  ) throws {
    for (column, field) in zip(columns, record.fields.dropFirst()) {
      guard let text = field.value else { continue }
      switch column {
      case .attribute(let attribute, let path):
        guard let value = CSVValue.value(text, of: attribute) else {
          throw CSVError(record.line, "'\(text)' is no value for '\(column.name)'.")
        }
        set(value, at: path)
      case .relationship(let relationship):
        let others = try destinations(
          text, relationship: relationship, line: record.line, nodes: nodes)
        node.setValue(CSVNode.value(others, relationship), forKey: relationship.name)
      }
    }
  }

  private static func value(
    _ others: [NSAtomicStoreCacheNode], _ relationship: NSRelationshipDescription
  ) -> Any {
    if relationship.isOrdered { return NSOrderedSet(array: others) }
    return relationship.isToMany ? Set(others) as Any : others[0]
  }

  private func set(_ value: Any, at path: [String]) {
    guard path.count > 1 else { return node.setValue(value, forKey: path[0]) }
    let whole = node.value(forKey: path[0]) as? [String: Any] ?? [:]
    node.setValue(CSVNode.setting(value, at: path.dropFirst(), in: whole), forKey: path[0])
  }

  private static func setting(
    _ value: Any, at path: ArraySlice<String>, in whole: [String: Any]
  ) -> [String: Any] {
    guard let first = path.first else { return whole }
    var whole = whole
    let part = whole[first] as? [String: Any] ?? [:]
    whole[first] = path.count == 1 ? value : setting(value, at: path.dropFirst(), in: part)
    return whole
  }

  private func destinations(
    _ text: String, relationship: NSRelationshipDescription, line: Int,
    nodes: [Int: NSAtomicStoreCacheNode]
  ) throws -> [NSAtomicStoreCacheNode] {
    let others = try text.split(separator: " ").map { part in
      guard let other = Int(part).flatMap({ nodes[$0] }),
        let destination = relationship.destinationEntity,
        other.objectID.entity.isKindOf(entity: destination)
      else {
        throw CSVError(line, "'\(part)' in '\(relationship.name)' is not an object it can lead to.")
      }
      return other
    }
    guard relationship.isToMany ? !others.isEmpty : others.count == 1 else {
      throw CSVError(line, "'\(relationship.name)' leads to one object, not to '\(text)'.")
    }
    return others
  }
}
