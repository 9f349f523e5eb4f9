// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Objects as plain data: the state that requests are answered from by their definition.
struct OracleGraph {
  struct Record {
    let entity: Int
    let store: Int
    var values: [String: OracleValue]
  }

  let model: OracleModel
  private(set) var records: [Int: Record] = [:]
  /// By relationship and serial number.
  private var links: [String: [Int: Set<Int>]] = [:]

  init(_ model: OracleModel) { self.model = model }

  var serials: [Int] { records.keys.sorted() }

  func members(_ relationship: String, of serial: Int) -> Set<Int> {
    links[relationship]?[serial] ?? []
  }

  func value(_ key: String, of serial: Int) -> OracleValue {
    records[serial]?.values[key] ?? .none
  }

  mutating func insert(_ serial: Int, _ record: Record) { records[serial] = record }

  mutating func set(_ value: OracleValue, for key: String, of serial: Int) {
    records[serial]?.values[key] = value
  }

  mutating func delete(_ serial: Int) {
    records[serial] = nil
    for (name, table) in links {
      var table = table
      table[serial] = nil
      for (owner, members) in table where members.contains(serial) {
        table[owner] = members.subtracting([serial])
      }
      links[name] = table
    }
  }

  /// Joins two objects, and parts them from whom they can no longer be joined with.
  mutating func join(_ a: Int, by relationship: OracleRelationship, to b: Int) {
    let inverse = model.relationship(relationship.inverse)
    if !relationship.isToMany {
      for old in members(relationship.name, of: a) { part(a, by: relationship, from: old) }
    }
    if !inverse.isToMany {
      for old in members(inverse.name, of: b) { part(old, by: relationship, from: b) }
    }
    links[relationship.name, default: [:]][a, default: []].insert(b)
    links[inverse.name, default: [:]][b, default: []].insert(a)
  }

  mutating func part(_ a: Int, by relationship: OracleRelationship, from b: Int) {
    links[relationship.name]?[a]?.remove(b)
    links[relationship.inverse]?[b]?.remove(a)
  }
}

/// A graph as the predicates of a request read it.
struct OracleView {
  let graph: OracleGraph
  /// The stores whose nulls are SQL's.
  let inSQL: Set<Int>

  func isInSQL(_ serial: Int) -> Bool { inSQL.contains(graph.records[serial]?.store ?? -1) }

  /// The value at the end of a path over to-ones.
  func value(_ path: [String], of serial: Int) -> OracleValue {
    var serial = serial
    for name in path.dropLast() {
      guard let next = graph.members(name, of: serial).first else { return .none }
      serial = next
    }
    let name = path[path.count - 1]
    if graph.model.relationships.contains(where: { $0.name == name }) {
      return graph.members(name, of: serial).first.map(OracleValue.object) ?? .none
    }
    return graph.value(name, of: serial)
  }
}
