// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One derived attribute, compiled: what its values are computed from, and which changes call for
/// that.
struct DerivationRule: Sendable {
  /// The way to a value.
  enum Source: Sendable {
    case now
    case operand(CompiledOperand)
    case count(SourceMembers)
    case statistic(AggregateFunction, SourceMembers, slot: Int, AttributeType)
  }

  /// The entity that declares the attribute.
  let entity: EntitySchema
  let slot: Int
  let type: AttributeType
  let source: Source
  let dependencies: [DerivationDependency]
  /// True if the store computes it. Then its changes are only looked at for what depends on it.
  let isKeptByStore: Bool

  init(_ attribute: DerivedAttribute, schema: StoreSchema, isKeptByStore: Bool) {
    entity = schema.entities[attribute.entity]
    slot = entity.attributes[attribute.attribute].slot
    type = entity.attributes[attribute.attribute].type
    self.isKeptByStore = isKeptByStore
    switch attribute.derivation {
    case .now:
      source = .now
      dependencies = []
    case .value(let operand):
      source = DerivationRule.source(of: operand, entity: entity, schema)
      dependencies = DependencyFinder(schema, entity).dependencies(of: operand)
    }
  }

  private static func source(
    of operand: Operand, entity: EntitySchema, _ schema: StoreSchema
  ) -> Source {
    switch operand {
    case .count(let toMany, nil) where toMany.hops.isEmpty:
      return .count(SourceMembers(toMany.toMany, of: entity, schema))
    case .aggregate(let function, let toMany, let path)
    where toMany.hops.isEmpty && path.hops.isEmpty:
      let members = SourceMembers(toMany.toMany, of: entity, schema)
      guard case .attribute(let index) = path.column else { break }
      let column = schema.entities[members.destination].attributes[index]
      return .statistic(function, members, slot: column.slot, column.type)
    default: break
    }
    var compiler = FilterCompiler(
      schema: schema, entity: entity.index, nullSemantics: .definite)
    return .operand(compiler.compiled(operand))
  }
}

/// A to-many relationship whose members matter.
struct SourceMembers: Sendable {
  let relationship: RelationshipReference
  let storage: ToManySchema.Storage
  let destination: Int
  /// The member's entity and its descendants.
  let members: Range<Int>
  /// The slot of the members' to-one that leads to the owner; nil for a link.
  let ownerSlot: Int?
  /// The members' relationship that leads to the owners of a link; nil without an inverse.
  let inverse: RelationshipReference?
  /// The link, if it is one.
  let link: LinkSchema?

  init(_ index: Int, of entity: EntitySchema, _ schema: StoreSchema) {
    let toMany = entity.toManys[index]
    relationship = RelationshipReference(entity: entity.index, toMany: index)
    storage = toMany.storage
    destination = toMany.destination
    let end = schema.entities[toMany.destination]
    members = end.subtree
    switch toMany.storage {
    case .inverse(let toOne):
      ownerSlot = end.toOnes[toOne].slot
      inverse = nil
      link = nil
    case .link(let index, let side):
      ownerSlot = nil
      link = schema.links[index]
      inverse = SourceMembers.inverse(of: index, side, among: end)
    }
  }

  private static func inverse(
    of link: Int, _ side: LinkSide, among end: EntitySchema
  ) -> RelationshipReference? {
    let found: Int? = end.toManys.firstIndex { toMany in
      guard case .link(link, let owner) = toMany.storage else { return false }
      return owner != side
    }
    return found.map { RelationshipReference(entity: end.index, toMany: $0) }
  }
}
