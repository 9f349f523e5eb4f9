// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The relocations that follow from others: related entities that leave a configuration for the same
/// one go along, or their objects would be lost.
struct RelatedRelocations {
  /// Those that were asked for, each before those that follow from it; each entity once.
  private(set) var all: [EntityRelocation] = []
  private let model: NSManagedObjectModel

  init(_ relocations: [EntityRelocation], in model: NSManagedObjectModel) {
    self.model = model
    for relocation in relocations { add(relocation) }
  }

  private mutating func add(_ relocation: EntityRelocation) {
    guard
      !all.contains(where: { $0.entity == relocation.entity && $0.source == relocation.source })
    else { return }
    all.append(relocation)
    guard case .closure = relocation.relationships,
      let entity = model.entitiesByName[relocation.entity]
    else { return }
    for related in entity.hierarchy.flatMap(Self.destinations) {
      guard let name = related.name, leaves(related, relocation) else { continue }
      add(
        EntityRelocation(
          name, from: relocation.source, to: relocation.destination,
          relationships: relocation.relationships))
    }
  }

  private static func destinations(of entity: NSEntityDescription) -> [NSEntityDescription] {
    entity.relationshipsByName.sorted { $0.key < $1.key }.compactMap(\.value.destinationEntity)
  }

  private func leaves(_ entity: NSEntityDescription, _ relocation: EntityRelocation) -> Bool {
    let source = model.entities(forConfigurationName: relocation.source) ?? []
    let destination = model.entities(forConfigurationName: relocation.destination) ?? []
    return !source.contains(entity) && destination.contains(entity)
  }
}
