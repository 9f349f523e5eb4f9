// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

enum Hotel {
  final class Guest: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var stays: Set<Stay>?
    @NSManaged func addToStays(_ stay: Stay)
  }

  class Stay: NSManagedObject {
    @NSManaged var guest: Guest?
  }
}

/// Managed objects that are declared within a type name their neighbours as it does.
struct NestedClassTests {
  private static func model() -> NSManagedObjectModel {
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    let guest = NSEntityDescription()
    let stay = NSEntityDescription()
    (guest.name, stay.name) = ("Guest", "Stay")
    guest.managedObjectClassName = "Guest"
    stay.managedObjectClassName = "Stay"
    let stays = NSRelationshipDescription()
    let owner = NSRelationshipDescription()
    (stays.name, stays.destinationEntity, stays.inverseRelationship) = ("stays", stay, owner)
    (owner.name, owner.destinationEntity, owner.inverseRelationship) = ("guest", guest, stays)
    owner.maxCount = 1
    guest.properties = [name, stays]
    stay.properties = [owner]
    let model = NSManagedObjectModel()
    model.entities = [guest, stay]
    return model
  }

  // R-CTX-003
  @Test func theirPropertiesAreThoseOfTheClassesBesideThem() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let guest = Hotel.Guest(context: context)
      guest.name = "Ada"
      let stay = Hotel.Stay(context: context)
      guest.addToStays(stay)
      try context.save()
      #expect(stay.guest == guest)
      #expect(guest.stays == [stay])
    }
  }
}
