// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What relationships take, whatever the store.
@Suite struct RelationshipValueTests {
  private func nodes(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { try body($0, stack) }
  }

  // R-CTX-381
  @Test(arguments: StackKind.singles, StackKind.singles)
  func aRelationshipIntoAnotherStoreCannotBeSaved(
    _ first: StackKind, _ second: StackKind
  ) throws {
    let stack = try Stack.road(StackKind(name: "both", stores: first.stores + second.stores))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      let (ada, car) = (context.person("Ada"), context.car("A1"))
      context.assign(ada, to: stores[0])
      context.assign(car, to: stores[1])
      car.setValue(ada, forKey: "owner")
      #expect(failure { try context.save() }?.code.rawValue == 133010)
      #expect(context.insertedObjects == [ada, car])
      car.setValue(nil, forKey: "owner")
      try context.save()
      #expect(ada.objectID.persistentStore === stores[0])
      #expect(car.objectID.persistentStore === stores[1])
    }
  }

  // R-CTX-382
  @Test(arguments: StackKind.everyStore)
  func relatingToADeletedObjectIsDroppedByTheSave(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let (dead, early, late) = (context.part("dead"), context.part("early"), context.part("late"))
      try context.save()
      context.delete(dead)
      early.setValue(dead, forKey: "next")
      #expect(early.value(forKey: "next") as? NSManagedObject === dead)
      context.processPendingChanges()
      #expect(early.value(forKey: "next") == nil)
      late.setValue([dead] as Set, forKey: "peers")
      try context.save()
      #expect(late.objects("peers").isEmpty)
      #expect(!context.hasChanges)
      let found = try stack.run { try $0.all("Part").map { $0.objects("peers").count } }
      #expect(found == [0, 0])
    }
  }

  // R-CTX-384
  @Test(arguments: StackKind.everyStore)
  func anEqualSetChangesNothingAndNilEmpties(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      ada.setValue([car] as Set, forKey: "cars")
      #expect(ada.isUpdated)
      #expect(!ada.hasPersistentChangedValues)
      #expect(ada.changedValues().isEmpty)
      try context.save()
      ada.setValue(nil, forKey: "cars")
      #expect(ada.objects("cars").isEmpty)
      #expect(car.value(forKey: "owner") == nil)
      #expect(ada.value(forKey: "cars") is NSSet)
      #expect(ada.hasPersistentChangedValues)
    }
  }

  // R-CTX-201, 007
  @Test(arguments: StackKind.everyStore)
  func aToManyTakesEveryKindOfCollection(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let cars = (1...2).map { context.car("P\($0)") }
      let kinds: [Any] = [
        Set<NSManagedObject>(cars), NSSet(array: cars), NSOrderedSet(array: cars), cars,
        NSMutableSet(array: cars), Set<Record>(cars),
      ]
      for value in kinds {
        ada.setValue(value, forKey: "cars")
        #expect(ada.objects("cars") == Set(cars), "\(type(of: value))")
        #expect(ada.value(forKey: "cars") as? Set<Record> == Set(cars))
        #expect((ada.value(forKey: "cars") as? NSSet)?.count == 2)
        ada.setValue(NSSet(), forKey: "cars")
        #expect(cars.allSatisfy { $0.value(forKey: "owner") == nil })
      }
    }
  }

  // R-CTX-385
  @Test(arguments: StackKind.everyStore)
  func aTransientRelationshipIsKeptInMemoryOnly(_ kind: StackKind) throws {
    let model = PartModel.make()
    let part = try #require(model.entitiesByName["Part"])
    GarageModel.relate(
      part, name: "marked", many: true, rule: .nullifyDeleteRule, to: part, inverseName: "marker",
      many: false)
    for name in ["marked", "marker"] { part.relationshipsByName[name]?.isTransient = true }
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let (a, b) = (context.part("a"), context.part("b"))
      try context.save()
      b.setValue(a, forKey: "marker")
      #expect(a.objects("marked") == [b])
      #expect(a.isUpdated)
      #expect(b.isUpdated)
      #expect(!b.hasPersistentChangedValues)
      #expect(b.changedValues().isEmpty)
      try context.save()
      #expect(b.value(forKey: "marker") as? NSManagedObject === a)
      #expect(a.objects("marked") == [b])
      a.setValue(Set<NSManagedObject>(), forKey: "marked")
      #expect(b.value(forKey: "marker") == nil)
      context.rollback()
      #expect(b.value(forKey: "marker") as? NSManagedObject === a)
      try stack.run { other in
        let markers = try other.all("Part").compactMap { $0.value(forKey: "marker") }
        #expect(markers.isEmpty)
      }
    }
  }

  // R-CTX-387
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveRelationshipWriteLeavesTheInverse(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      #expect(ada.objects("cars") == [car])
      car.setPrimitiveValue(nil, forKey: "owner")
      #expect(car.value(forKey: "owner") == nil)
      #expect(ada.objects("cars") == [car])
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-388, 440, 447
  @Test(arguments: StackKind.everyStore)
  func countsLimitNothingInMemory(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      let team = context.insert("Team", ["title": "t"])
      let members = (1...6).map { context.insert("Member", ["name": "\($0)"]) }
      let proxy = team.mutableSetValue(forKey: "members")
      for count in 1...6 {
        proxy.add(members[count - 1])
        #expect(proxy.count == count)
      }
      context.processPendingChanges()
      #expect(failure { try context.save() }?.code == .validationRelationshipExceedsMaximumCount)
      proxy.minus(Set(members[1...]))
      #expect(failure { try context.save() }?.code == .validationRelationshipLacksMinimumCount)
      proxy.removeAllObjects()
      try context.save()
    }
  }
}
