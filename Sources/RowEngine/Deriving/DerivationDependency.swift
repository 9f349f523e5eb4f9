// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A kind of change that calls for a derived value to be computed anew, and the way from what has
/// changed to the objects with that value.
struct DerivationDependency: Sendable {
  enum Cause: Sendable {
    /// Rows of these entities are updated in one of the slots, or go.
    case rows(Range<Int>, SlotSet)
    /// A to-many gains or loses members; begins at the owners.
    case membership(SourceMembers)
  }

  /// One step back.
  enum Step: Sendable {
    /// To the objects of an entity from which to-ones lead here.
    case toOnes(entity: Int, hops: [Int])
    /// To the owners of members.
    case owners(SourceMembers)
  }

  let cause: Cause
  let steps: [Step]
}

/// Finds what the value of an operand depends on.
struct DependencyFinder {
  private let schema: StoreSchema
  private let entity: EntitySchema

  init(_ schema: StoreSchema, _ entity: EntitySchema) {
    self.schema = schema
    self.entity = entity
  }

  func dependencies(of operand: Operand) -> [DerivationDependency] {
    switch operand {
    case .column(let path): return columns(path, of: entity, steps: [])
    case .count(let toMany, _): return members(toMany, column: nil)
    case .aggregate(_, let toMany, let path): return members(toMany, column: path)
    case .function(_, let arguments): return arguments.flatMap { dependencies(of: $0) }
    case .value, .conditional: return []
    }
  }

  /// The rows on the way, by their to-ones, and the row at its end.
  private func columns(
    _ path: ColumnPath, of start: EntitySchema, steps: [DerivationDependency.Step]
  ) -> [DerivationDependency] {
    let end = schema.entity(from: start.index, along: path.hops)
    return hops(path.hops, of: start, steps: steps) + [
      rows(end, slot: end.slot(of: path.column), steps: back(path.hops, to: start, steps))
    ]
  }

  private func hops(
    _ hops: [Int], of start: EntitySchema, steps: [DerivationDependency.Step]
  ) -> [DerivationDependency] {
    hops.indices.map { depth in
      let taken = Array(hops[..<depth])
      let entity = schema.entity(from: start.index, along: taken)
      return rows(
        entity, slot: entity.toOnes[hops[depth]].slot, steps: back(taken, to: start, steps))
    }
  }

  private func rows(
    _ entity: EntitySchema, slot: Int, steps: [DerivationDependency.Step]
  ) -> DerivationDependency {
    var slots = SlotSet()
    if slot >= 0 { slots.insert(slot) }
    return DerivationDependency(cause: .rows(entity.subtree, slots), steps: steps)
  }

  private func back(
    _ hops: [Int], to start: EntitySchema, _ steps: [DerivationDependency.Step]
  ) -> [DerivationDependency.Step] {
    hops.isEmpty ? steps : [.toOnes(entity: start.index, hops: hops)] + steps
  }

  private func members(_ path: ToManyPath, column: ColumnPath?) -> [DerivationDependency] {
    let owner = schema.entity(from: entity.index, along: path.hops)
    let source = SourceMembers(path.toMany, of: owner, schema)
    let home = back(path.hops, to: entity, [])
    let membership = DerivationDependency(cause: .membership(source), steps: home)
    let member = schema.entities[source.destination]
    let values = column.map { columns($0, of: member, steps: [.owners(source)] + home) } ?? []
    return hops(path.hops, of: entity, steps: []) + [membership] + values
  }
}
