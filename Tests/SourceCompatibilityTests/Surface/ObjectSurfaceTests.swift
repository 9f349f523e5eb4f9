// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Every member of a managed object under Apple's name, with Apple's labels and types.
@Suite struct ObjectSurfaceTests {
  private let container = ShoppingContainer()

  private func run(_ block: (ShoppingItem, NSManagedObjectContext) throws -> Void) throws {
    let context = container.newBackgroundContext()
    try context.performAndWait { try block(ShoppingItem(name: "Milk", in: context), context) }
  }

  // R-CTX-046
  @Test func objectsAreEqualOnlyToThemselves() throws {
    try run { item, context in
      let other = ShoppingItem(name: "Milk", in: context)
      let result: any NSFetchRequestResult = item
      #expect(item == item)
      #expect(item != other)
      #expect(result === item)
      #expect(item.hash == item.hash)
      #expect(item.isEqual(item))
      #expect(!item.isEqual(other))
      #expect(!(item as Any is any Sendable.Type))
    }
  }

  // R-CTX-047, R-CTX-048
  @Test func initialisersAndClassMembers() throws {
    try run { _, context in
      let entity: NSEntityDescription = ShoppingItem.entity()
      func made<T: NSManagedObject>(_ type: T.Type) -> T { T(context: context) }
      #expect(ShoppingItem(entity: entity, insertInto: nil).managedObjectContext == nil)
      #expect(made(ShoppingList.self).entity.name == "ShoppingList")
      let typed: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      let untyped: NSFetchRequest<any NSFetchRequestResult> = ShoppingItem.fetchRequest()
      #expect(typed.entityName == "ShoppingItem")
      #expect(untyped.entityName == "ShoppingItem")
      #expect(ShoppingItem.contextShouldIgnoreUnmodeledPropertyChanges)
    }
  }

  // R-CTX-049
  @Test func theStateOfANewObject() throws {
    try run { item, context in
      let owner: NSManagedObjectContext? = item.managedObjectContext
      let entity: NSEntityDescription = item.entity
      let id: NSManagedObjectID = item.objectID
      #expect(owner === context)
      #expect(entity.name == "ShoppingItem")
      #expect(id.isTemporaryID)
      let flags: [Bool] = [
        item.isInserted, item.isUpdated, item.isDeleted, item.hasChanges,
        item.hasPersistentChangedValues, item.isFault,
      ]
      #expect(flags == [true, false, false, true, true, false])
      let state: Int = item.faultingState
      let hasFault: Bool = item.hasFault(forRelationshipNamed: "list")
      let ids: [NSManagedObjectID] = item.objectIDs(forRelationshipNamed: "list")
      #expect(state == 0)
      #expect(!hasFault)
      #expect(ids.isEmpty)
    }
  }

  // R-CTX-050: all can be overridden; the defaults do nothing.
  @Test func callbacksCanBeOverridden() throws {
    class Silent: NSManagedObject {
      override func awakeFromFetch() { super.awakeFromFetch() }
      override func awakeFromInsert() { super.awakeFromInsert() }
      override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
      }
      override func prepareForDeletion() { super.prepareForDeletion() }
      override func willSave() { super.willSave() }
      override func didSave() { super.didSave() }
      override func willTurnIntoFault() { super.willTurnIntoFault() }
      override func didTurnIntoFault() { super.didTurnIntoFault() }
    }
    try run { item, _ in
      let silent = Silent(entity: item.entity, insertInto: nil)
      silent.awakeFromFetch()
      silent.awake(fromSnapshotEvents: [.undoInsertion, .undoDeletion, .undoUpdate])
      silent.prepareForDeletion()
      silent.willSave()
      silent.didSave()
      #expect(!silent.hasChanges)
    }
  }

  // R-CTX-051
  @Test func keyValueAccess() throws {
    try run { item, context in
      item.setValue("Tea", forKey: "name")
      let value: Any? = item.value(forKey: "name")
      #expect(value as? String == "Tea")
      item["name"] = "Coffee"
      #expect(item["name"] as? String == "Coffee")
      item.willChangeValue(forKey: "name")
      item.setPrimitiveValue("Cocoa", forKey: "name")
      item.didChangeValue(forKey: "name")
      item.willAccessValue(forKey: nil)
      #expect(item.primitiveValue(forKey: "name") as? String == "Cocoa")
      item.didAccessValue(forKey: nil)
      let list = ShoppingList(context: context)
      list.willChangeValue(forKey: "items", withSetMutation: .union, using: [item])
      list.didChangeValue(forKey: "items", withSetMutation: .union, using: [item])
      let set: NSMutableSet = list.mutableSetValue(forKey: "items")
      set.add(item)
      list.setValue("Shopping", forKeyPath: "title")
      #expect(item.value(forKeyPath: "list.title") as? String == "Shopping")
      #expect(list.value(forKeyPath: "items.@count") as? Int == 1)
      item.setValuesForKeys(["name": "Salt", "count": 3])
      let values: [String: Any] = item.dictionaryWithValues(forKeys: ["name", "count"])
      #expect(values["name"] as? String == "Salt")
      #expect(values["count"] as? Int == 3)
    }
  }

  // R-CTX-052
  @Test func inspectingChanges() throws {
    try run { item, context in
      try context.save()
      item.name = "Tea"
      let changed: [String: Any] = item.changedValues()
      let event: [String: Any] = item.changedValuesForCurrentEvent()
      let committed: [String: Any] = item.committedValues(forKeys: ["name"])
      #expect(changed["name"] as? String == "Tea")
      #expect(committed["name"] as? String == "Milk")
      #expect(event["name"] as? String == "Milk")
      #expect(item.committedValues(forKeys: nil).count > 1)
    }
  }

  // R-CTX-053
  @Test func validating() throws {
    try run { item, _ in
      var value: Any? = 7
      try item.validateValue(&value, forKey: "count")
      #expect(value as? Int == 7)
      try item.validateForInsert()
      try item.validateForUpdate()
      try item.validateForDelete()
    }
  }

  // R-CTX-054, R-CTX-055
  @Test func rawValuesAreApples() {
    let events: [NSSnapshotEventType] = [
      .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy,
    ]
    #expect(events.map(\.rawValue) == [2, 4, 8, 16, 32, 64] as [UInt])
    let kinds: [NSKeyValueSetMutationKind] = [.union, .minus, .intersect, .set]
    #expect(kinds.map(\.rawValue) == [1, 2, 3, 4] as [UInt])
    func isSendable<T: Sendable>(_ type: T.Type) -> Bool { true }
    #expect(isSendable(NSSnapshotEventType.self))
  }

  // R-CTX-051: an own value in the place of nil
  @Test func settingNilMayBeOverridden() throws {
    final class Tolerant: NSManagedObject {
      override func setNilValueForKey(_ key: String) { setValue("nothing", forKey: key) }
    }
    try run { item, _ in
      let object = Tolerant(entity: item.entity, insertInto: nil)
      object.setNilValueForKey("name")
      #expect(object.value(forKey: "name") as? String == "nothing")
    }
  }

  // R-CTX-051
  @Test func settingNilStopsTheProgramOtherwise() async {
    await #expect(processExitsWith: .failure) {
      try ObjectSurfaceTests().run { item, _ in item.setNilValueForKey("name") }
    }
  }

  // R-CTX-053
  @Test func aVariableOfAnyClassIsValidated() throws {
    try run { item, _ in
      var value: AnyObject? = NSString("Eggs")
      try item.validateValue(&value, forKey: "name")
      #expect(value as? String == "Eggs")
      var missing: AnyObject?
      #expect(throws: CocoaError.self) { try item.validateValue(&missing, forKey: "name") }
    }
  }
}
