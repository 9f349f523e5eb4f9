// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// An entity while it is compiled: the columns of its parent, then its own by name.
struct EntityDraft {
  let entity: NSEntityDescription
  private let index: Int
  private let parentIndex: Int?
  private let rootIndex: Int
  private let numbers: [String: Int]
  private let inheritedNames: Set<String>
  private let inheritedIndexes: [IndexSchema]
  private let inheritedConstraints: [ConstraintSchema]
  private var attributes: [AttributeSchema]
  private var toOnes: [ToOneSchema]
  private var slotCount: Int
  /// The stored to-manys in the order of their schema.
  private(set) var toManys: [ToManyDraft]
  private(set) var problems: [SchemaError] = []

  init(
    _ entity: NSEntityDescription, index: Int, parent: EntityDraft?, numbers: [String: Int]
  ) {
    self.entity = entity
    self.index = index
    self.numbers = numbers
    parentIndex = parent?.index
    rootIndex = parent?.rootIndex ?? index
    inheritedNames = Set(entity.parent?.properties.map(\.name) ?? [])
    inheritedIndexes = parent?.indexes ?? []
    inheritedConstraints = parent?.constraints ?? []
    attributes = parent?.attributes ?? []
    toOnes = parent?.toOnes ?? []
    slotCount = parent?.slotCount ?? 0
    toManys = parent?.toManys ?? []
  }

  private var entityName: String { entity.name ?? "" }

  /// Gives the own properties their places.
  mutating func addProperties() {
    let own = entity.propertyTable.own.sorted { ModelNames.precedes($0.name, $1.name) }
    problems += own.compactMap {
      PropertyNames.problem(with: $0.name, of: entityName).map { .unusableName($0) }
    }
    for property in own where !property.isTransient {
      if inheritedNames.contains(property.name) {
        checkRedeclaration(property)
      } else {
        add(property)
      }
    }
    for name in entity.ownUniquenessConstraints.joined() where column(named: name) == nil {
      problems.append(.unknownConstraint(entity: entityName, name: name))
    }
  }

  /// Returns the index of a to-one; `nil` when there is none of that name.
  func toOneIndex(named name: String) -> Int? { toOnes.firstIndex { $0.name == name } }

  func schema(toManys: [ToManySchema]) -> EntitySchema {
    EntitySchema(
      name: entityName, index: index, parent: parentIndex, root: rootIndex,
      subtree: index..<index + entity.hierarchy.count, isAbstract: entity.isAbstract,
      attributes: attributes, toOnes: toOnes, toManys: toManys, slotCount: slotCount,
      constraints: constraints, indexes: indexes, formerName: formerName)
  }

  private var formerName: String? {
    entity.renamingIdentifier == entityName ? nil : entity.renamingIdentifier
  }

  // MARK: - Columns

  private mutating func add(_ property: NSPropertyDescription) {
    switch property {
    case let composite as NSCompositeAttributeDescription:
      // By name, as attributes come: the order of elements means nothing.
      let leaves = zip(composite.leaves, composite.formerLeafPaths)
        .sorted { $0.0.path.lexicographicallyPrecedes($1.0.path) }
      for (leaf, path) in leaves {
        append(
          leaf.attribute, named: ([composite.name] + leaf.path).joined(separator: "."),
          once: path.joined(separator: "."),
          isPreserved: composite.preservesValueInHistoryOnDeletion
            || leaf.attribute.preservesValueInHistoryOnDeletion)
      }
    case let link as LinkDescription: add(link)
    case let attribute as NSAttributeDescription:
      append(
        attribute, named: attribute.name, once: attribute.renamingIdentifier,
        isPreserved: attribute.preservesValueInHistoryOnDeletion)
    case let relationship as NSRelationshipDescription: add(relationship)
    default: break
    }
  }

  private mutating func add(_ link: LinkDescription) {
    if link.destinationEntityName.flatMap({ numbers[$0] }) == nil {
      problems.append(
        .missingLinkDestination(
          entity: entityName, name: link.name, destination: link.destinationEntityName))
    }
    append(
      link, named: link.name, once: link.renamingIdentifier,
      isPreserved: link.preservesValueInHistoryOnDeletion)
  }

  private mutating func append(
    _ attribute: NSAttributeDescription, named name: String, once formerName: String?,
    isPreserved: Bool
  ) {
    guard let type = AttributeType(rawValue: attribute.type.rawValue) else {
      problems.append(.undefinedAttribute(entity: entityName, name: name))
      return
    }
    attributes.append(
      AttributeSchema(
        name: name, type: type, slot: slotCount, declaredBy: index,
        allowsExternalStorage: attribute.allowsExternalBinaryDataStorage,
        isPreserved: isPreserved, formerName: formerName == name ? nil : formerName))
    slotCount += 1
  }

  private mutating func add(_ relationship: NSRelationshipDescription) {
    guard let name = relationship.destinationEntity?.name, let destination = numbers[name] else {
      problems.append(
        .missingDestination(
          entity: entityName, name: relationship.name,
          destination: relationship.destinationEntity?.name))
      return
    }
    if relationship.isToMany {
      toManys.append(
        ToManyDraft(
          name: relationship.name, declaredBy: index, destination: destination,
          isOrdered: relationship.isOrdered, inverse: relationship.mutualInverse))
    } else {
      append(relationship, destination: destination)
    }
  }

  private mutating func append(_ relationship: NSRelationshipDescription, destination: Int) {
    let inverse = relationship.mutualInverse.flatMap { $0.isTransient ? nil : $0 }
    let isInverseToMany = inverse?.isToMany ?? false
    let isOrdered = isInverseToMany && inverse?.isOrdered == true
    toOnes.append(
      ToOneSchema(
        name: relationship.name, slot: slotCount, orderSlot: isOrdered ? slotCount + 2 : nil,
        declaredBy: index, destination: destination, isInverseToMany: isInverseToMany,
        formerName: relationship.formerName))
    slotCount += isOrdered ? 3 : 2
  }

  /// A property declared anew must be what the ancestor's is; it has the ancestor's place.
  private mutating func checkRedeclaration(_ property: NSPropertyDescription) {
    guard let other = entity.parent?.propertiesByName[property.name] else { return }
    let types = [property, other].map { ($0 as? NSAttributeDescription)?.type }
    let relationships = [property, other].map { ($0 as? NSRelationshipDescription)?.isToMany }
    if types[0] != types[1] || relationships[0] != relationships[1] || other.isTransient {
      problems.append(.redeclared(entity: entityName, name: property.name))
    }
  }

  // MARK: - Indexes and constraints

  private var indexes: [IndexSchema] {
    let own = entity.indexes.compactMap { index -> IndexSchema? in
      let elements = index.elements.compactMap(element)
      guard !elements.isEmpty else { return nil }
      return IndexSchema(name: index.name, declaredBy: self.index, elements: elements)
    }
    return inheritedIndexes + own + flaggedIndexes
  }

  /// The indexes of properties that ask for one alone, in the older way.
  private var flaggedIndexes: [IndexSchema] {
    let names = Set(entity.indexes.map(\.name))
    return entity.propertyTable.own
      .filter { $0.isIndexed && !names.contains($0.name) }
      .sorted { ModelNames.precedes($0.name, $1.name) }
      .compactMap { property in
        column(named: property.name).map { column in
          IndexSchema(
            name: property.name, declaredBy: index,
            elements: [IndexSchema.Element(column: column, isAscending: true)])
        }
      }
  }

  /// `nil` for what has no column, as a to-many or an expression.
  private func element(_ element: NSFetchIndexElementDescription) -> IndexSchema.Element? {
    guard let name = element.propertyName, let column = column(named: name) else { return nil }
    return IndexSchema.Element(column: column, isAscending: element.isAscending)
  }

  /// One without names constrains nothing (R-MOD-055).
  private var constraints: [ConstraintSchema] {
    inheritedConstraints
      + entity.ownUniquenessConstraints.filter { !$0.isEmpty }.map { names in
        ConstraintSchema(declaredBy: index, columns: names.compactMap(column(named:)))
      }
  }

  /// Returns the column of a property, or of a leaf of a composite by its dotted path.
  private func column(named path: String) -> Column? {
    if let attribute = attributes.firstIndex(where: { $0.name == path }) {
      return .attribute(attribute)
    }
    return toOneIndex(named: path).map { .toOne($0) }
  }
}

/// A stored to-many relationship while its entity is compiled.
struct ToManyDraft {
  let name: String
  let declaredBy: Int
  let destination: Int
  let isOrdered: Bool
  let inverse: NSRelationshipDescription?
}
