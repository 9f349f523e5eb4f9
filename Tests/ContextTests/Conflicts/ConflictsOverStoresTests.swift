// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Two contexts that change one object, on every store.
@Suite struct ConflictsOverStoresTests {
  static let policies: [NSMergePolicyType] = [
    .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType, .rollbackMergePolicyType,
  ]

  static let resolving = Array(policies.dropFirst())

  /// What a policy makes of one property: the value in the end, by who changed it.
  private static func outcome(_ policy: NSMergePolicyType) -> [String: String] {
    switch policy {
    case .mergeByPropertyStoreTrumpMergePolicyType:
      ["mine": "mine", "theirs": "theirs", "both": "theirs", "none": "old"]
    case .mergeByPropertyObjectTrumpMergePolicyType:
      ["mine": "mine", "theirs": "theirs", "both": "mine", "none": "old"]
    case .overwriteMergePolicyType:
      ["mine": "mine", "theirs": "old", "both": "mine", "none": "old"]
    default: ["mine": "old", "theirs": "theirs", "both": "theirs", "none": "old"]
    }
  }

  /// A stack of the road model whose notes have one property for each who changes it.
  private func matrix(_ kind: StackKind) throws -> Stack {
    let model = RoadModel.make()
    model.entitiesByName["Note"]?.properties = ["mine", "theirs", "both", "none"].map {
      GarageModel.attribute($0, .string)
    }
    return try Stack(kind, model: model)
  }

  // S-39: R-CTX-606, 617, 284, 285, 605, 611
  @Test(arguments: StackKind.everyStore)
  func theErrorPolicyTellsBothSides(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      let owner = try #require(car.value(forKey: "owner") as? NSManagedObject).objectID
      car.setValue("Mine", forKey: "maker")
      try stack.elsewhere("Car", ["maker": "Theirs"])
      try stack.elsewhere("Car", ["model": "Theirs"])
      let error = try #require(failure { try context.save() })
      #expect(error.code.rawValue == 133020)
      #expect(error.code == .managedObjectMerge)
      let list = error.userInfo["conflictList"] as? [NSMergeConflict]
      let conflict = try #require(list?.first)
      #expect(list?.count == 1)
      #expect(conflict.sourceObject === car)
      #expect(conflict.oldVersionNumber == 1)
      #expect(conflict.newVersionNumber == 3)
      let old = try #require(conflict.objectSnapshot)
      #expect(Set(old.keys) == ["maker", "model", "numberPlate", "owner"])
      #expect(old["maker"] as? String == "Fiat")
      #expect(old["owner"] as? NSManagedObjectID == owner)
      let new = try #require(conflict.cachedSnapshot)
      #expect(conflict.persistedSnapshot == nil)
      #expect(new["maker"] as? String == "Theirs")
      #expect(new["model"] as? String == "Theirs")
      #expect(car.isUpdated)
      #expect(car.string("maker") == "Mine")
      #expect(context.hasChanges)
      context.refresh(car, mergeChanges: true)
      try context.save()
    }
    let values = try stack.run {
      try $0.only("Car").dictionaryWithValues(forKeys: ["maker", "model"])
    }
    #expect(values as? [String: String] == ["maker": "Mine", "model": "Theirs"])
  }

  // R-CTX-607: another coordinator changed the row.
  @Test(arguments: StackKind.durable.filter { $0.stores.count == 1 })
  func anotherCoordinatorsChangeIsAConflictWithTheStore(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let other = NSPersistentStoreCoordinator(managedObjectModel: RoadModel.make())
    try other.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil,
      at: stack.directory.appendingPathComponent("store0"), options: nil)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Mine", forKey: "maker")
      let theirs = NSManagedObjectContext(.privateQueue)
      theirs.persistentStoreCoordinator = other
      try theirs.performAndWait {
        try theirs.only("Car").setValue("Theirs", forKey: "maker")
        try theirs.save()
      }
      let error = try #require(failure { try context.save() })
      let conflict = (error.userInfo["conflictList"] as? [NSMergeConflict])?.first
      #expect(conflict?.cachedSnapshot?["maker"] as? String == "Fiat")
      #expect(conflict?.persistedSnapshot?["maker"] as? String == "Theirs")
      #expect(conflict?.oldVersionNumber == 1)
      #expect(conflict?.newVersionNumber == 2)
    }
    for store in other.persistentStores { try other.remove(store) }
  }

  // S-40: R-CTX-626…629, 635
  @Test(arguments: StackKind.everyStore, resolving)
  func eachPolicyDecidesByProperty(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try matrix(kind)
    let keys = ["mine", "theirs", "both", "none"]
    try stack.run { context in
      let note = context.record("Note", Dictionary(uniqueKeysWithValues: keys.map { ($0, "old") }))
      try context.save()
      note.setValuesForKeys(["mine": "mine", "both": "mine"])
      try stack.elsewhere("Note", ["theirs": "theirs", "both": "theirs"])
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      let expected = Self.outcome(policy)
      #expect(note.dictionaryWithValues(forKeys: keys) as? [String: String] == expected)
      #expect(note.committedValues(forKeys: keys) as? [String: String] == expected)
      #expect(!note.hasChanges)
      #expect(!context.hasChanges)
      #expect(note.changedValues().isEmpty)
      let stored = try stack.run { try $0.only("Note").dictionaryWithValues(forKeys: keys) }
      #expect(stored as? [String: String] == expected)
      context.mergePolicy = NSErrorMergePolicy
      note.setValue("again", forKey: "none")
      try context.save()
    }
  }

  // R-CTX-620
  @Test(arguments: StackKind.everyStore, resolving)
  func anObjectThatAPolicyChangedIsTold(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try matrix(kind)
    try stack.run { context in
      let note = context.record("Note", ["mine": "old", "theirs": "old"])
      try context.save()
      note.setValue("mine", forKey: "mine")
      try stack.elsewhere("Note", ["theirs": "theirs"])
      context.mergePolicy = NSMergePolicy(merge: policy)
      let log = NotificationLog(context)
      try context.save()
      #expect(note.count("willSave") == 2)
      guard policy != .overwriteMergePolicyType else { return }
      #expect(note.snapshotFlags.contains(.mergePolicy))
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.contains { $0.objects(NSRefreshedObjectsKey) == [note] })
    }
  }

  // S-41: R-CTX-616, 615
  @Test(arguments: StackKind.everyStore)
  func aPolicyMayFetchAndSetValuesAfterSuper(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Mine", forKey: "maker")
      try stack.elsewhere("Car", ["maker": "Theirs"])
      let policy = FetchingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      context.mergePolicy = policy
      try context.save()
      #expect(policy.fetched == 1)
      #expect(car.string("maker") == "Mine+Theirs")
      #expect(!context.hasChanges)
    }
    let maker = try stack.run { try $0.only("Car").string("maker") }
    #expect(maker == "Mine+Theirs")
  }

  // S-43: R-CTX-634, 593, 102
  @Test(arguments: StackKind.everyStore, policies)
  func anUnchangedObjectMayBeChecked(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      do { context.detectConflicts(for: try context.only("Car")) }
      #expect(context.registeredObjects.count >= 1)
      let car = try context.onlyRecord("Car")
      context.person("New")
      try stack.elsewhere("Car", ["maker": "Theirs"])
      context.mergePolicy = NSMergePolicy(merge: policy)
      guard policy != .errorMergePolicyType else {
        #expect(failure { try context.save() }?.code.rawValue == 133020)
        return
      }
      try context.save()
      #expect(car.string("maker") == "Theirs")
      #expect(!context.hasChanges)
      try stack.elsewhere("Car", ["maker": "Later"])
      context.mergePolicy = NSErrorMergePolicy
      context.person("Newer")
      try context.save()
    }
  }

  // R-CTX-630, 629
  @Test(arguments: StackKind.everyStore)
  func rollbackDiscardsPendingMembers(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      context.car("B1")
      context.car("C1", values: ["owner": context.person("Eve")])
      try context.save()
    }
    try stack.run { context in
      let ada = try #require(try context.records("Person", "firstName == 'Ada'").first)
      let cars = try context.all("Car", nil, sortedBy: "numberPlate")
      ada.setValue("Mine", forKey: "lastName")
      ada.setValue([cars[1], cars[2], context.car("N1")] as Set, forKey: "cars")
      cars[1].setValue("Alfa", forKey: "maker")
      try stack.run { other in
        let ada = try #require(try other.records("Person", "firstName == 'Ada'").first)
        ada.setValue("Theirs", forKey: "lastName")
        try other.save()
      }
      context.mergePolicy = NSMergePolicy.rollback
      try context.save()
      #expect(ada.string("lastName") == "Theirs")
      #expect(ada.objects("cars") == [cars[0]])
      #expect(!context.hasChanges)
      #expect(!ada.hasChanges)
    }
    try stack.run { context in
      let owners = try context.all("Car", nil, sortedBy: "numberPlate").map { car in
        (car.value(forKey: "owner") as? NSManagedObject)?.string("firstName") ?? "nobody"
      }
      #expect(owners == ["Ada", "nobody", "Eve", "nobody"])
      #expect(try context.all("Car", "maker == 'Alfa'").count == 1)
    }
  }

  // R-CTX-581, 617: what a policy did before it threw is undone.
  @Test(arguments: StackKind.all, resolving)
  func aPolicyThatThrowsInTheEndChangesNothing(
    _ kind: StackKind, _ type: NSMergePolicyType
  ) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      _ = context.record("City", ["name": "Paris", "population": 1])
      try context.save()
    }
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      let city = context.record("City", ["name": "Paris", "population": 2])
      ada.setValue(city, forKey: "home")
      car.setValue("Mine", forKey: "maker")
      car.setValue(nil, forKey: "owner")
      let note = context.record("Note", ["text": "n"])
      try stack.elsewhere("Car", ["maker": "Theirs", "model": "Theirs"])
      try stack.elsewhere("Person", ["lastName": "Theirs"])
      let policy = FicklePolicy(merge: type)
      context.mergePolicy = policy
      for _ in 1...2 {
        #expect(throws: FicklePolicy.Refusal()) { try context.save() }
        #expect(context.insertedObjects == [city, note])
        #expect(context.updatedObjects == [ada, car])
        #expect(context.deletedObjects.isEmpty)
        #expect(city.managedObjectContext === context)
        #expect(car.string("maker") == "Mine")
        #expect(car.string("model") == "500")
        #expect(car.value(forKey: "owner") == nil)
        #expect(ada.objects("cars").isEmpty)
        #expect(ada.value(forKey: "home") as? NSManagedObject === city)
        #expect(city.objects("residents") == [ada])
        #expect(city.isInserted)
        #expect(city.value(forKey: "population") as? Int == 2)
        #expect(city.objectID.isTemporaryID)
        #expect(car.committedValues(forKeys: ["maker"])["maker"] as? String == "Fiat")
      }
      policy.isFickle = false
      try context.save()
      #expect(!context.hasChanges)
      let residents = try stack.run { try $0.only("City").objects("residents").count }
      #expect(residents == (type == .rollbackMergePolicyType ? residents : 1))
    }
  }
}

/// Looks for the stored object, then puts both sides' values together.
private final class FetchingPolicy: NSMergePolicy, @unchecked Sendable {
  // Sendable: used by one context only.
  var fetched = 0

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    try super.resolve(optimisticLockingConflicts: list)
    for conflict in list {
      let car = conflict.sourceObject
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      fetched += try car.managedObjectContext?.fetch(request).count ?? 0
      let theirs = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["maker"] as? String
      car.setValue("\(car.string("maker") ?? "")+\(theirs ?? "")", forKey: "maker")
    }
  }
}

/// Resolves everything, and then refuses.
private final class FicklePolicy: NSMergePolicy, @unchecked Sendable {
  // Sendable: used by one context only.
  struct Refusal: Error, Equatable {}
  var isFickle = true

  override func resolve(mergeConflicts list: [Any]) throws {
    try super.resolve(mergeConflicts: list)
    if isFickle { throw Refusal() }
  }
}
