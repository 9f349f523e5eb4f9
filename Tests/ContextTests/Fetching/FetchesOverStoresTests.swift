// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetches over pending changes, and what they give, on every store.
@Suite struct FetchesOverStoresTests {
  /// A context where Lovelaces are inserted, made, unmade and deleted, and none of it is saved:
  /// matching are Anna (new) and Grace (changed); of the stored ones Ada (changed) and Eve
  /// (deleted) matched.
  private func pending(
    _ kind: StackKind,
    _ body: (NSManagedObjectContext, NSFetchRequest<NSManagedObject>) throws ->
      Void
  ) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let grace = context.person("Grace", "Hopper")
      let eve = context.person("Eve")
      context.person("Alan", "Turing")
      try context.save()
      context.person("Anna")
      context.person("Linus", "Pauling")
      grace.setValue("Lovelace", forKey: "lastName")
      ada.setValue("Byron", forKey: "lastName")
      context.delete(eve)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "lastName == 'Lovelace'")
      try body(context, request)
    }
  }

  private func names(_ people: [NSManagedObject]) -> [String] {
    people.compactMap { $0.string("firstName") }
  }

  // S-12: R-CTX-481, 417, 352
  @Test(arguments: StackKind.everyStore)
  func aFetchSeesWhatIsPending(_ kind: StackKind) throws {
    try pending(kind) { context, request in
      let found = try context.fetch(request)
      #expect(Set(names(found)) == ["Anna", "Grace"])
      #expect(found.count == 2)
      request.predicate = NSPredicate(format: "lastName == 'Byron'")
      #expect(names(try context.fetch(request)) == ["Ada"])
    }
  }

  // S-12: R-CTX-482
  @Test(arguments: StackKind.everyStore)
  func aFetchWithoutPendingChangesGoesByTheStore(_ kind: StackKind) throws {
    try pending(kind) { context, request in
      request.includesPendingChanges = false
      let found = try context.fetch(request)
      #expect(Set(names(found)) == ["Ada", "Eve"])
      #expect(found.count == 2)
      let ada = found.first { $0.string("firstName") == "Ada" }
      #expect(ada?.string("lastName") == "Byron")
      #expect(ada?.isUpdated == true)
    }
  }

  // S-15: R-CTX-493
  @Test(arguments: StackKind.everyStore)
  func aCountIsTheCountOfTheFetch(_ kind: StackKind) throws {
    try pending(kind) { context, request in
      for includesPending in [true, false] {
        for format in ["lastName == 'Lovelace'", "lastName == 'Byron'", "TRUEPREDICATE"] {
          request.includesPendingChanges = includesPending
          request.predicate = NSPredicate(format: format)
          let fetched = try context.fetch(request).count
          let counted = try context.count(for: request)
          #expect(counted == fetched, "\(format) \(includesPending)")
          let asNumber = NSFetchRequest<NSNumber>(entityName: "Person")
          asNumber.predicate = request.predicate
          asNumber.includesPendingChanges = includesPending
          asNumber.resultType = .countResultType
          #expect(try context.fetch(asNumber) == [NSNumber(value: fetched)])
        }
      }
      request.includesPendingChanges = true
      request.predicate = nil
      request.fetchLimit = 2
      #expect(try context.count(for: request) == 2)
      request.fetchOffset = 4
      #expect(try context.count(for: request) == 1)
    }
  }

  // S-13: R-CTX-487
  @Test(arguments: StackKind.everyStore)
  func aWiderFetchReturnsTheSameChangedInstances(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.only("Person")
      let clean = try #require(try context.records("Car").first)
      ada.setValue("Augusta", forKey: "firstName")
      #expect(clean.string("maker") == "Fiat")
      try stack.elsewhere("Car", ["maker": "Alfa"])
      let all = try context.all("Person")
      #expect(all.count == 1)
      #expect(all.first === ada)
      #expect(ada.string("firstName") == "Augusta")
      let byMaker = try context.all("Car", "maker == 'Alfa'")
      #expect(byMaker.first === clean)
      #expect(clean.string("maker") == "Fiat")
      #expect(clean.committedValues(forKeys: ["maker"])["maker"] as? String == "Fiat")
    }
  }

  // S-14: R-CTX-484, 485, 500
  @Test(arguments: StackKind.everyStore)
  func sortLimitAndOffsetApplyToTheFinalState(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let cars = (0..<8).map { context.car("P\($0)", values: ["maker": "m\($0)"]) }
      try context.save()
      context.delete(cars[1])
      context.delete(cars[6])
      cars[2].setValue("m9", forKey: "maker")
      cars[5].setValue("m0a", forKey: "maker")
      cars[3].setValue(nil, forKey: "maker")
      context.car("N1", values: ["maker": "m3a"])
      context.car("N2", values: ["maker": "m"])
      let sorted = ["P3", "N2", "P0", "P5", "N1", "P4", "P7", "P2"]
      for ascending in [true, false] {
        let final = ascending ? sorted : sorted.reversed()
        for offset in 0...9 {
          for limit in 0...9 {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
            request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: ascending)]
            (request.fetchOffset, request.fetchLimit) = (offset, limit)
            let plates = try context.fetch(request).compactMap { $0.string("numberPlate") }
            let expected = final.dropFirst(offset).prefix(limit == 0 ? .max : limit)
            #expect(plates == Array(expected), "\(ascending) \(offset) \(limit)")
            #expect(try context.count(for: request) == expected.count)
          }
        }
      }
    }
  }

  // R-CTX-484
  @Test(arguments: StackKind.everyStore)
  func pendingInsertionsFollowTheStoredWithoutAnOrder(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      for name in ["A", "B", "C"] { context.person(name) }
      try context.save()
      let last = context.person("Last")
      #expect(try context.all("Person").last === last)
    }
  }

  // S-16: R-CTX-491
  @Test(arguments: StackKind.everyStore)
  func idResultsRegisterNothing(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let new = context.person("New")
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      request.resultType = .managedObjectIDResultType
      let ids = try context.fetch(request)
      #expect(ids.count == 2)
      #expect(ids.contains(new.objectID))
      #expect(ids.filter(\.isTemporaryID) == [new.objectID])
      #expect(context.registeredObjects == [new])
      request.includesPropertyValues = false
      #expect(Set(try context.fetch(request)) == Set(ids))
      #expect(context.registeredObjects == [new])
    }
  }

  // S-17: R-CTX-492
  @Test(arguments: StackKind.everyStore)
  func dictionariesIgnoreWhatIsPending(_ kind: StackKind) throws {
    try pending(kind) { context, request in
      let before = context.registeredObjects
      let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Person")
      dictionaries.resultType = .dictionaryResultType
      dictionaries.predicate = request.predicate
      dictionaries.propertiesToFetch = ["firstName", "updatedAt"]
      let found = try context.fetch(dictionaries) as? [[String: Any]] ?? []
      #expect(Set(found.compactMap { $0["firstName"] as? String }) == ["Ada", "Eve"])
      #expect(found.allSatisfy { Array($0.keys) == ["firstName"] })
      #expect(context.registeredObjects == before)
    }
  }

  // S-17: R-CTX-492
  @Test(arguments: StackKind.everyStore)
  func aDictionaryHoldsToOneDestinationsAsIDs(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let owner = try stack.run { try $0.only("Person").objectID }
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      let found = try #require(try context.fetch(request).first as? [String: Any])
      #expect(found["owner"] as? NSManagedObjectID == owner)
      #expect(Set(found.keys) == ["maker", "model", "numberPlate", "owner"])
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // S-18: R-CTX-497, 480
  @Test(arguments: StackKind.everyStore)
  func subentitiesAreIncludedOnEachLevelUnlessExcluded(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      for round in ["stored", "pending"] {
        for name in ["Car", "SportCar", "RaceCar"] {
          context.car("\(name) \(round)", values: [:], named: name)
          if round == "stored" { try context.save() }
        }
      }
      for (name, all) in [("Car", 6), ("SportCar", 4), ("RaceCar", 2)] {
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        #expect(try context.fetch(request).count == all)
        #expect(try context.count(for: request) == all)
        request.includesSubentities = false
        let own = try context.fetch(request)
        #expect(own.count == 2)
        #expect(own.allSatisfy { $0.entity.name == name })
        #expect(try context.count(for: request) == 2)
        request.includesPendingChanges = false
        #expect(try context.fetch(request).count == 1)
      }
    }
  }

  // S-19: R-CTX-503, 161
  @Test(arguments: StackKind.singles, StackKind.singles)
  func affectedStoresRestrictStoredAndAssignedObjects(
    _ first: StackKind, _ second: StackKind
  ) throws {
    let stack = try Stack.road(StackKind(name: "both", stores: first.stores + second.stores))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      for (text, store) in [("second", stores[1]), ("first", stores[0])] {
        context.assign(context.record("Note", ["text": text]), to: store)
        try context.save()
      }
      let unsaved = context.record("Note", ["text": "unsaved in second"])
      context.assign(unsaved, to: stores[1])
      _ = context.record("Note", ["text": "nowhere"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      func texts() throws -> [String] {
        try context.fetch(request).compactMap { $0.string("text") }
      }
      #expect(try texts().prefix(2) == ["first", "second"])
      #expect(try texts().count == 4)
      request.affectedStores = [stores[0]]
      #expect(try texts() == ["first", "nowhere"])
      #expect(try context.count(for: request) == 2)
      request.affectedStores = [stores[1]]
      #expect(Set(try texts()) == ["second", "unsaved in second", "nowhere"])
      request.includesPendingChanges = false
      #expect(try texts() == ["second"])
      context.assign(unsaved, to: stores[0])
      try context.save()
      #expect(unsaved.objectID.persistentStore === stores[0])
    }
  }

  // S-21: R-CTX-490, 243
  @Test(arguments: StackKind.everyStore)
  func aFetchReturnsFaultsUnlessTold(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let request = NSFetchRequest<Record>(entityName: "Person")
      let ada = try #require(try context.fetch(request).first)
      #expect(ada.isFault)
      #expect(ada.events.isEmpty)
      #expect(ada.string("firstName") == "Ada")
      #expect(ada.events == ["awakeFromFetch"])
      _ = try context.fetch(request)
      #expect(!ada.isFault)
      #expect(ada.count("awakeFromFetch") == 1)
      context.refresh(ada, mergeChanges: false)
      _ = ada.string("lastName")
      #expect(ada.count("awakeFromFetch") == 2)
    }
    try stack.run { context in
      let request = NSFetchRequest<Record>(entityName: "Person")
      request.returnsObjectsAsFaults = false
      let ada = try #require(try context.fetch(request).first)
      #expect(!ada.isFault)
      #expect(ada.events == ["awakeFromFetch"])
      _ = try context.fetch(request)
      #expect(ada.count("awakeFromFetch") == 1)
    }
  }
}
