// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Makes the descriptions that an archive of a model has.
struct ArchivedModelReader {
  private let root: ArchivedObject
  private var entities: [String: ArchivedEntity] = [:]

  init(_ root: ArchivedObject) { self.root = root }

  /// Fills an empty model once everything in the archive makes sense.
  func build(into model: NSManagedObjectModel) throws(ArchivedGraph.Damage) {
    var reader = self
    try reader.findEntities()
    let descriptions = reader.entities.mapValues(\.description)
    let hierarchy = try ArchivedHierarchy(reader.entities)
    let requests = ArchivedRequestReader(entities: descriptions)
    for entity in hierarchy.parentsFirst {
      try entity.complete(ancestors: hierarchy.ancestors(of: entity), requests)
    }
    ArchivedRelationships(reader.entities).link()
    hierarchy.link()
    let names = try ArchivedModelNames(
      root, entities: descriptions, requests: requests)
    model.entities = reader.entities.keys.sorted().compactMap { descriptions[$0] }
    names.add(to: model)
  }

  private mutating func findEntities() throws(ArchivedGraph.Damage) {
    for entry in root.entries("NSEntities") {
      let entity = try ArchivedEntity(entry.value)
      guard entities.updateValue(entity, forKey: entity.name) == nil else {
        throw ArchivedGraph.Damage("it has two entities '\(entity.name)'")
      }
    }
  }
}

/// The configurations, templates and identifiers of an archived model.
struct ArchivedModelNames {
  private let configurations: [(name: String, entities: [NSEntityDescription])]
  private let templates: [(name: String, request: NSFetchRequest<any NSFetchRequestResult>)]
  private let identifiers: Set<AnyHashable>

  init(
    _ root: ArchivedObject, entities: [String: NSEntityDescription],
    requests: ArchivedRequestReader
  ) throws(ArchivedGraph.Damage) {
    configurations = root.entries("NSConfigurations").compactMap { entry in
      entry.key.text.map { name in
        (
          name,
          entry.value.members.compactMap { $0.text("NSEntityName") }.compactMap { entities[$0] }
        )
      }
    }
    var templates: [(name: String, request: NSFetchRequest<any NSFetchRequestResult>)] = []
    for entry in root.entries("NSFetchRequestTemplates") {
      guard let name = entry.key.text else { continue }
      let request = try requests.request(entry.value, place: "the fetch request \(name)")
      templates.append((name, request))
    }
    self.templates = templates
    identifiers = Set(
      root.members("NSVersionIdentifiers").compactMap { FoundationValue.of($0) as? AnyHashable })
  }

  func add(to model: NSManagedObjectModel) {
    for (name, entities) in configurations {
      model.setEntities(entities, forConfigurationName: name)
    }
    for (name, request) in templates { model.setFetchRequestTemplate(request, forName: name) }
    model.versionIdentifiers = identifiers
  }
}
