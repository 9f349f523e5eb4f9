// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Compiles the entities of a model into the schema of its stores.
///
/// Entities keep their order, which is their numbering. Every list of an entity begins with its
/// parent's, and a subentity's slots extend its parent's. Leaves of composites are attributes
/// named by their dotted paths. What cannot be stored is left out and reported.
struct SchemaCompiler {
  private let entities: [NSEntityDescription]
  private let numbers: [String: Int]
  private let links: LinkTable
  private var drafts: [EntityDraft] = []

  /// Why some properties cannot be stored; empty for a sound model.
  private(set) var problems: [SchemaError] = []

  /// - Parameter entities: by their numbers: depth-first, roots and children by ascending name.
  init(_ entities: [NSEntityDescription]) {
    self.entities = entities
    numbers = Dictionary(
      entities.enumerated().map { ($1.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    links = LinkTable(entities, numbers: numbers)
  }

  /// Compiles everything; linear in the size of the model.
  mutating func compile() -> StoreSchema {
    for (index, entity) in entities.enumerated() {
      let parent = entity.parent?.name.flatMap { numbers[$0] }
      var draft = EntityDraft(
        entity, index: index, parent: parent.map { drafts[$0] }, numbers: numbers)
      draft.addProperties()
      drafts.append(draft)
    }
    let schemas = drafts.map { draft in draft.schema(toManys: draft.toManys.map(toMany)) }
    problems = drafts.flatMap(\.problems)
    return StoreSchema(entities: schemas, links: links.schemas)
  }

  private func toMany(_ draft: ToManyDraft) -> ToManySchema {
    ToManySchema(
      name: draft.name, declaredBy: draft.declaredBy, destination: draft.destination,
      isOrdered: draft.isOrdered, storage: storage(of: draft))
  }

  private func storage(of draft: ToManyDraft) -> ToManySchema.Storage {
    if let inverse = draft.inverse, !inverse.isToMany, !inverse.isTransient,
      let toOne = drafts[draft.destination].toOneIndex(named: inverse.name)
    {
      return .inverse(toOne: toOne)
    }
    let place = links.place(entity: draft.declaredBy, name: draft.name)
    return .link(place.link, ownerSide: place.side)
  }
}
