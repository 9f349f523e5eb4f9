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
  private let links: ModelLinks
  private var drafts: [EntityDraft] = []

  /// Why some properties cannot be stored; empty for a sound model.
  private(set) var problems: [SchemaError] = []

  /// - Parameter entities: by their numbers: depth-first, roots and children by ascending name.
  init(_ entities: [NSEntityDescription]) {
    self.entities = entities
    numbers = Dictionary(
      entities.enumerated().map { ($1.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    links = ModelLinks(entities, numbers: numbers)
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
    let schemas = drafts.map { draft in draft.schema(toManys: draft.toManys.compactMap(toMany)) }
    problems = drafts.flatMap { draft in draft.problems + unanswered(in: draft) }
    return StoreSchema(entities: schemas, links: links.schemas)
  }

  private func toMany(_ draft: ToManyDraft) -> ToManySchema? {
    storage(of: draft).map { storage in
      ToManySchema(
        name: draft.name, declaredBy: draft.declaredBy, destination: draft.destination,
        isOrdered: draft.isOrdered, storage: storage)
    }
  }

  /// Returns the own to-manys whose inverse is a to-one that their destination does not have.
  private func unanswered(in draft: EntityDraft) -> [SchemaError] {
    draft.toManys.filter { entities[$0.declaredBy] === draft.entity && storage(of: $0) == nil }.map
    {
      .unanswered(entity: draft.entity.name ?? "", name: $0.name, inverse: $0.inverse?.name ?? "")
    }
  }

  private func storage(of draft: ToManyDraft) -> ToManySchema.Storage? {
    if let inverse = draft.inverse, !inverse.isToMany, !inverse.isTransient,
      let toOne = drafts[draft.destination].toOneIndex(named: inverse.name)
    {
      return .inverse(toOne: toOne)
    }
    return links.place(entity: draft.declaredBy, name: draft.name).map {
      .link($0.link, ownerSide: $0.side)
    }
  }
}

/// Why a property cannot be stored. Each names its subject.
enum SchemaError: Error, CustomStringConvertible {
  case undefinedAttribute(entity: String, name: String)
  case missingDestination(entity: String, name: String, destination: String?)
  case missingLinkDestination(entity: String, name: String, destination: String?)
  case redeclared(entity: String, name: String)
  case unknownConstraint(entity: String, name: String)
  /// A property has a name that it cannot have, with a sentence.
  case unusableName(String)
  case unanswered(entity: String, name: String, inverse: String)
  /// No store can compute a derived attribute, with the reason.
  case underivable(entity: String, name: String, reason: String)

  var description: String {
    switch self {
    case .undefinedAttribute(let entity, let name):
      "The attribute '\(entity).\(name)' has no type that can be stored; give it one or make it "
        + "transient."
    case .missingDestination(let entity, let name, nil):
      "The relationship '\(entity).\(name)' has no destination entity."
    case .missingDestination(let entity, let name, let destination?):
      "The destination '\(destination)' of relationship '\(entity).\(name)' is not in the model."
    case .missingLinkDestination(let entity, let name, nil):
      "The link '\(entity).\(name)' has no destination entity."
    case .missingLinkDestination(let entity, let name, let destination?):
      "The destination '\(destination)' of link '\(entity).\(name)' is not in the model."
    case .redeclared(let entity, let name):
      "The property '\(entity).\(name)' is declared by an ancestor with another type."
    case .unusableName(let sentence): sentence
    case .underivable(let entity, let name, let reason):
      "The attribute '\(entity).\(name)' cannot be derived: \(reason)."
    case .unknownConstraint(let entity, let name):
      "The uniqueness constraint of '\(entity)' names '\(name)', which is no stored attribute or "
        + "to-one relationship."
    case .unanswered(let entity, let name, let inverse):
      "The inverse '\(inverse)' of the to-many relationship '\(entity).\(name)' is a to-one that its "
        + "destination does not have or cannot store."
    }
  }
}
