// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Derived attributes in an order in which each comes behind those that it is computed from.
package struct DerivationOrder {
  /// The sources of each, by position in `all`.
  private let all: [DerivedAttribute]
  private let sources: [[Int]]
  package private(set) var sorted: [DerivedAttribute] = []
  /// Those that depend on themselves, or on one that does; not among the sorted.
  package private(set) var circular: [DerivedAttribute] = []

  package init(_ derived: [DerivedAttribute], _ schema: StoreSchema) {
    all = derived
    sources = derived.map { attribute in
      let read = attribute.columns(in: schema)
      return derived.indices.filter { place in
        read.contains { derived[place].isColumn($0.attribute, of: $0.entity, in: schema) }
      }
    }
    sort()
  }

  private mutating func sort() {
    var placed = Set<Int>()
    var left = Array(all.indices)
    while true {
      let ready = left.filter { place in sources[place].allSatisfy(placed.contains) }
      guard !ready.isEmpty else { break }
      sorted += ready.map { all[$0] }
      placed.formUnion(ready)
      left.removeAll { placed.contains($0) }
    }
    circular = left.map { all[$0] }
  }
}

/// An attribute that a derivation reads, of an entity or any of its descendants.
package struct ReadColumn: Hashable, Sendable {
  package let entity: Int
  package let attribute: Int
}

extension DerivedAttribute {
  /// Returns true if this is an attribute that objects of an entity have, or descendants of it.
  package func isColumn(_ attribute: Int, of entity: Int, in schema: StoreSchema) -> Bool {
    self.attribute == attribute
      && schema.entities[entity].attributes[attribute].declaredBy == self.entity
  }

  /// Returns the attributes that the derivation reads, wherever they are.
  package func columns(in schema: StoreSchema) -> [ReadColumn] {
    guard case .value(let operand) = derivation else { return [] }
    return operand.columns(from: entity, in: schema)
  }
}

extension Operand {
  fileprivate func columns(from entity: Int, in schema: StoreSchema) -> [ReadColumn] {
    switch self {
    case .column(let path): return path.read(from: entity, in: schema)
    case .aggregate(_, let toMany, let path):
      let owner = schema.entity(from: entity, along: toMany.hops)
      return path.read(from: owner.toManys[toMany.toMany].destination, in: schema)
    case .function(_, let arguments):
      return arguments.flatMap { $0.columns(from: entity, in: schema) }
    case .value, .count, .conditional: return []
    }
  }
}

extension ColumnPath {
  fileprivate func read(from entity: Int, in schema: StoreSchema) -> [ReadColumn] {
    guard case .attribute(let attribute) = column else { return [] }
    let end = schema.entity(from: entity, along: hops)
    return [ReadColumn(entity: end.index, attribute: attribute)]
  }
}
