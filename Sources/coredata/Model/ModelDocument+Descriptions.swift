// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelFormat

extension ModelDocument {
  /// The document of a model, as Xcode would show it: what a model file has no place for, as values
  /// that are no texts in user info, is left out.
  init(_ model: NSManagedObjectModel, name: String) {
    self.init(name: name)
    versionIdentifier = model.versionIdentifiers.map { "\($0.base)" }.sorted().first ?? ""
    sourceLanguage = "Swift"
    var composites = CompositeNames()
    entities = model.entities.map { EntityDocument($0, composites: &composites) }
    self.composites = composites.documents
    fetchRequests = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }.map {
      FetchRequestDocument($0.value, name: $0.key)
    }
    configurations = model.namedConfigurations.map { name in
      ConfigurationDocument(
        name: name,
        memberEntityNames: (model.entities(forConfigurationName: name) ?? []).compactMap(\.name))
    }
  }
}

/// Composite types of a document, each named after the attribute that has it.
struct CompositeNames {
  private(set) var documents: [CompositeDocument] = []

  mutating func name(of composite: NSCompositeAttributeDescription) -> String {
    let attributes = composite.elements.map { AttributeDocument($0, composites: &self) }
    let same = documents.first { $0.attributes == attributes }
    if let same { return same.name }
    let taken = Set(documents.map(\.name))
    let base = composite.name.prefix(1).uppercased() + composite.name.dropFirst()
    let name = ([base] + (2...(taken.count + 2)).map { "\(base)\($0)" }).first {
      !taken.contains($0)
    }
    documents.append(CompositeDocument(name: name ?? base, attributes: attributes))
    return name ?? base
  }
}

extension EntityDocument {
  fileprivate init(_ entity: NSEntityDescription, composites: inout CompositeNames) {
    self.init(name: entity.name ?? "")
    className =
      entity.managedObjectClassName == "NSManagedObject" ? "" : entity.managedObjectClassName
    parentName = entity.superentity?.name
    isAbstract = entity.isAbstract
    renamingIdentifier = entity.renamingIdentifier == entity.name ? nil : entity.renamingIdentifier
    versionHashModifier = entity.versionHashModifier
    userInfo = texts(entity.userInfo)
    let inherited = Set(entity.superentity?.propertiesByName.keys.map { $0 } ?? [])
    let own = entity.properties.filter { property in
      !inherited.contains(property.name)
        || entity.superentity?.propertiesByName[property.name] != property
    }
    attributes = own.compactMap { $0 as? NSAttributeDescription }.map {
      AttributeDocument($0, composites: &composites)
    }
    relationships = own.compactMap { $0 as? NSRelationshipDescription }.map(
      RelationshipDocument.init)
    fetchedProperties = own.compactMap { $0 as? NSFetchedPropertyDescription }.map(
      FetchedPropertyDocument.init)
    let constraints = entity.uniquenessConstraints.dropFirst(
      entity.superentity?.uniquenessConstraints.count ?? 0)
    uniquenessConstraints = constraints.map { $0.compactMap { $0 as? String } }
    fetchIndexes = entity.indexes.map(FetchIndexDocument.init)
  }
}

extension RelationshipDocument {
  fileprivate init(_ relationship: NSRelationshipDescription) {
    self.init(name: relationship.name, destination: relationship.destinationEntity?.name ?? "")
    isOptional = relationship.isOptional
    isTransient = relationship.isTransient
    minCount = relationship.minCount
    // A file says 0 of what has no bounds, and a version hash tells the two apart.
    maxCount = relationship.maxCount == .max ? -1 : relationship.maxCount
    isOrdered = relationship.isOrdered
    deletionRule = DeletionRule(rawValue: relationship.deleteRule.rawValue) ?? .noAction
    inverseName = relationship.inverseRelationship?.name
    inverseEntityName = inverseName.flatMap { _ in relationship.inverseRelationship?.entity.name }
    versionHashModifier = relationship.versionHashModifier
    renamingIdentifier = former(relationship)
    isIndexedBySpotlight = relationship.isIndexedBySpotlight
    userInfo = texts(relationship.userInfo)
  }
}

extension FetchedPropertyDocument {
  fileprivate init(_ property: NSFetchedPropertyDescription) {
    self.init(
      name: property.name,
      fetchRequest: property.fetchRequest.map {
        FetchRequestDocument($0, name: FetchRequestDocument.fetchedPropertyRequestName)
      })
    renamingIdentifier = former(property)
    userInfo = texts(property.userInfo)
  }
}

extension FetchRequestDocument {
  fileprivate init(_ request: NSFetchRequest<any NSFetchRequestResult>, name: String) {
    self.init(
      name: name, entityName: request.entityName ?? "",
      predicateString: request.predicate.map { "\($0)" })
    func unlessDefault<Value: Equatable>(_ value: Value, _ standard: Value) -> Value? {
      value == standard ? nil : value
    }
    fetchLimit = unlessDefault(request.fetchLimit, 0)
    fetchBatchSize = unlessDefault(request.fetchBatchSize, 0)
    resultType = unlessDefault(Int(clamping: request.resultType.rawValue), 0)
    includesSubentities = unlessDefault(request.includesSubentities, true)
    includesPropertyValues = unlessDefault(request.includesPropertyValues, true)
    returnsObjectsAsFaults = unlessDefault(request.returnsObjectsAsFaults, true)
    includesPendingChanges = unlessDefault(request.includesPendingChanges, true)
    returnsDistinctResults = unlessDefault(request.returnsDistinctResults, false)
  }
}

extension FetchIndexDocument {
  fileprivate init(_ index: NSFetchIndexDescription) {
    self.init(name: index.name, elements: index.elements.map(FetchIndexElementDocument.init))
    partialIndexPredicate = index.partialIndexPredicate.map { "\($0)" }
  }
}

extension FetchIndexElementDocument {
  fileprivate init(_ element: NSFetchIndexElementDescription) {
    if let computed = element.property as? NSExpressionDescription,
      let expression = computed.expression
    {
      self.init(
        expression: "\(expression)",
        type: AttributeKind(rawValue: computed.resultType.rawValue)?.xmlName)
    } else {
      self.init(property: element.propertyName ?? "")
    }
    isRTree = element.collationType == .rTree
    isAscending = element.isAscending
  }
}

/// The entries of user info that are texts.
private func texts(_ userInfo: [AnyHashable: Any]?) -> [String: String] {
  var result: [String: String] = [:]
  for (key, value) in userInfo ?? [:] {
    if let key = key.base as? String, let value = value as? String { result[key] = value }
  }
  return result
}

func former(_ property: NSPropertyDescription) -> String? {
  property.renamingIdentifier == property.name ? nil : property.renamingIdentifier
}
