// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One run of ``SchemaBuilder/build()``: numbering, slots, links, entities.
struct SchemaCompilation {
  private typealias Relationship = SchemaBuilder.RelationshipDraft

  private let builder: SchemaBuilder
  private var order: [String] = []
  private var indexes: [String: Int] = [:]
  private var ends: [Int] = []
  private var links: [(first: Relationship, second: Relationship?)] = []
  private var attributes: [[AttributeSchema]] = []
  private var toOnes: [[ToOneSchema]] = []
  private var slotCounts: [Int] = []

  init(_ builder: SchemaBuilder) {
    self.builder = builder
    number(childrenOf: nil)
    for relationship in sortedRelationships { addLink(relationship) }
    for name in order { layOut(name) }
  }

  func schema() -> StoreSchema {
    var entities: [EntitySchema] = []
    for name in order { entities.append(entity(name, after: entities)) }
    return StoreSchema(entities: entities, links: links.map(link))
  }

  // MARK: - Numbering

  private mutating func number(childrenOf parent: String?) {
    for draft in builder.drafts.values.sorted(by: { $0.name < $1.name })
    where draft.parent == parent {
      let index = order.count
      indexes[draft.name] = index
      order.append(draft.name)
      ends.append(0)
      number(childrenOf: draft.name)
      ends[index] = order.count
    }
  }

  private func index(_ name: String) -> Int {
    guard let index = indexes[name] else { preconditionFailure("There is no entity \(name).") }
    return index
  }

  private var sortedRelationships: [Relationship] {
    builder.relationships.sorted { (index($0.owner), $0.name) < (index($1.owner), $1.name) }
  }

  private func parent(_ name: String) -> Int? { builder.drafts[name]?.parent.map(index) }

  // MARK: - Links

  private mutating func addLink(_ relationship: Relationship) {
    guard relationship.isToMany else { return }
    let inverse = builder.inverse(of: relationship)
    if let inverse, !inverse.isToMany { return }
    guard linkSide(of: relationship) == nil else { return }
    guard let inverse else { return links.append((relationship, nil)) }
    let isFirst = owns(relationship, before: inverse)
    links.append(isFirst ? (relationship, inverse) : (inverse, relationship))
  }

  /// Between entities the lower index; within one the ordered side, else the greater name.
  private func owns(_ a: Relationship, before b: Relationship) -> Bool {
    if index(a.owner) != index(b.owner) { return index(a.owner) < index(b.owner) }
    if a.isOrdered != b.isOrdered { return a.isOrdered }
    return a.name >= b.name
  }

  private func linkSide(of relationship: Relationship) -> (link: Int, side: LinkSide)? {
    for (number, link) in links.enumerated() {
      if link.first.owner == relationship.owner, link.first.name == relationship.name {
        return (number, .first)
      }
      if link.second?.owner == relationship.owner, link.second?.name == relationship.name {
        return (number, .second)
      }
    }
    return nil
  }

  private func link(first: Relationship, second: Relationship?) -> LinkSchema {
    LinkSchema(
      firstEntity: index(first.owner), firstName: first.name,
      secondEntity: index(first.destination), secondName: second?.name,
      isFirstOrdered: first.isOrdered, isSecondOrdered: second?.isOrdered ?? false)
  }

  // MARK: - Slots

  /// What the parent has comes first, then the own attributes and to-ones by name.
  private mutating func layOut(_ name: String) {
    let own = index(name)
    let parent = parent(name)
    attributes.append(parent.map { attributes[$0] } ?? [])
    toOnes.append(parent.map { toOnes[$0] } ?? [])
    slotCounts.append(parent.map { slotCounts[$0] } ?? 0)
    let fields = builder.drafts[name]?.attributes ?? []
    let references = builder.relationships.filter { $0.owner == name && !$0.isToMany }
    for property in (fields.map(\.name) + references.map(\.name)).sorted() {
      if let field = fields.first(where: { $0.name == property }) {
        attributes[own].append(
          AttributeSchema(
            name: field.name, type: field.type, slot: slotCounts[own], declaredBy: own,
            allowsExternalStorage: field.isExternal, isPreserved: field.isPreserved))
        slotCounts[own] += 1
      } else if let reference = references.first(where: { $0.name == property }) {
        let toOne = toOne(reference, slot: slotCounts[own], declaredBy: own)
        toOnes[own].append(toOne)
        slotCounts[own] += toOne.orderSlot == nil ? 2 : 3
      }
    }
  }

  private func toOne(_ relationship: Relationship, slot: Int, declaredBy own: Int) -> ToOneSchema {
    let inverse = builder.inverse(of: relationship)
    return ToOneSchema(
      name: relationship.name, slot: slot,
      orderSlot: inverse?.isOrdered == true ? slot + 2 : nil, declaredBy: own,
      destination: index(relationship.destination), isInverseToMany: inverse?.isToMany ?? false)
  }

  // MARK: - Entities

  private func entity(_ name: String, after entities: [EntitySchema]) -> EntitySchema {
    let own = index(name)
    let parent = parent(name).map { entities[$0] }
    return EntitySchema(
      name: name, index: own, parent: parent?.index, root: parent?.root ?? own,
      subtree: own..<ends[own], isAbstract: builder.drafts[name]?.isAbstract ?? false,
      attributes: attributes[own], toOnes: toOnes[own],
      toManys: (parent?.toManys ?? []) + ownToManys(name), slotCount: slotCounts[own],
      constraints: (parent?.constraints ?? []) + ownConstraints(name),
      indexes: (parent?.indexes ?? []) + ownIndexes(name),
      formerName: builder.drafts[name]?.formerName)
  }

  private func ownToManys(_ name: String) -> [ToManySchema] {
    sortedRelationships.filter { $0.owner == name && $0.isToMany }.map { relationship in
      ToManySchema(
        name: relationship.name, declaredBy: index(name),
        destination: index(relationship.destination), isOrdered: relationship.isOrdered,
        storage: storage(of: relationship))
    }
  }

  private func storage(of relationship: Relationship) -> ToManySchema.Storage {
    if let place = linkSide(of: relationship) { return .link(place.link, ownerSide: place.side) }
    let candidates = toOnes[index(relationship.destination)]
    guard let toOne = candidates.firstIndex(where: { $0.name == relationship.inverse }) else {
      preconditionFailure("\(relationship.owner).\(relationship.name) has no place to be stored.")
    }
    return .inverse(toOne: toOne)
  }

  private func ownConstraints(_ name: String) -> [ConstraintSchema] {
    (builder.drafts[name]?.constraints ?? []).map { columns in
      ConstraintSchema(declaredBy: index(name), columns: columns.map { column(name, $0) })
    }
  }

  private func ownIndexes(_ name: String) -> [IndexSchema] {
    (builder.drafts[name]?.indexes ?? []).map { draft in
      IndexSchema(
        name: draft.name, declaredBy: index(name),
        elements: draft.elements.map {
          .init(column: column(name, $0.column), isAscending: $0.isAscending)
        })
    }
  }

  private func column(_ entity: String, _ name: String) -> Column {
    let own = index(entity)
    if let attribute = attributes[own].firstIndex(where: { $0.name == name }) {
      return .attribute(attribute)
    }
    if let toOne = toOnes[own].firstIndex(where: { $0.name == name }) { return .toOne(toOne) }
    preconditionFailure("\(entity) has no column \(name).")
  }
}
