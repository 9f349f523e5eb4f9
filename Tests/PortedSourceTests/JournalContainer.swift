// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The stack under the ported journal.
enum JournalContainer {
  /// Made once: entities of several models would claim the same classes.
  private static let model: NSManagedObjectModel = {
    let entry = entity("JournalEntry")
    let tag = entity("JournalTag")
    let tags = NSRelationshipDescription()
    let entries = NSRelationshipDescription()
    for (relationship, name) in [(tags, "tags"), (entries, "entries")] {
      relationship.name = name
      relationship.maxCount = 0
      relationship.isOptional = true
      relationship.deleteRule = .nullifyDeleteRule
    }
    (tags.destinationEntity, tags.inverseRelationship) = (tag, entries)
    (entries.destinationEntity, entries.inverseRelationship) = (entry, tags)
    entry.properties = [
      attribute("title", .stringAttributeType), attribute("writtenAt", .dateAttributeType),
      attribute("moodValue", .integer16AttributeType, default: 0), tags,
    ]
    tag.properties = [attribute("name", .stringAttributeType, default: ""), entries]
    let model = NSManagedObjectModel()
    model.entities = [entry, tag]
    return model
  }()

  static func make() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Journal", managedObjectModel: model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = name
    return entity
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = value == nil
    attribute.defaultValue = value
    return attribute
  }
}
