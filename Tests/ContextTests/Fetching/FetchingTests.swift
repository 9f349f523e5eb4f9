// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSComparisonPredicate
import class CoreData.NSExpression

/// Fetching through every stack, with and without pending changes.
@Suite struct FetchingTests {
  private func people(_ context: NSManagedObjectContext) {
    for (index, name) in ["Ada", "Bob", "Cyd", "Dan", "Eve"].enumerated() {
      _ = context.insert("Person", ["firstName": name, "age": 20 + index])
    }
  }

  private func names(_ objects: [NSManagedObject]) -> [String] {
    objects.compactMap { $0.string("firstName") }
  }

  // R-CTX-100, R-CTX-109
  @Test(arguments: StackKind.everyStore)
  func everyWayToAnObjectLeadsToTheSameInstance(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      people(context)
      try context.save()
      let first = try context.all("Person", sortedBy: "firstName")
      let second = try context.all("Person", sortedBy: "firstName")
      #expect(zip(first, second).allSatisfy { $0 === $1 })
      #expect(context.object(with: first[0].objectID) === first[0])
    }
  }

  // R-CTX-481, R-CTX-482, R-CTX-493
  @Test(arguments: StackKind.everyStore)
  func fetchesSeePendingChangesUnlessToldNotTo(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      people(context)
      try context.save()
      let all = try context.all("Person", sortedBy: "firstName")
      all[0].setValue(99, forKey: "age")
      all[4].setValue(1, forKey: "age")
      context.delete(all[3])
      _ = context.insert("Person", ["firstName": "Abe", "age": 77])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age > %d", 22)
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
      let pending = names(try context.fetch(request))
      #expect(pending == ["Abe", "Ada"])
      #expect(try context.count(for: request) == 2)
      request.includesPendingChanges = false
      let stored = names(try context.fetch(request))
      #expect(stored == ["Dan", "Eve"])
    }
  }

  // R-CTX-484, R-REQ-011
  @Test(arguments: StackKind.everyStore, [(0, 2), (1, 2), (3, 0), (9, 1), (2, 100)])
  func offsetAndLimitApplyAfterPendingChanges(_ kind: StackKind, window: (Int, Int)) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      people(context)
      try context.save()
      let all = try context.all("Person", sortedBy: "firstName")
      all[1].setValue("Zoe", forKey: "firstName")
      context.delete(all[0])
      _ = context.insert("Person", ["firstName": "Cab"])
      let expected = ["Cab", "Cyd", "Dan", "Eve", "Zoe"]
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
      request.fetchOffset = window.0
      request.fetchLimit = window.1
      let found = names(try context.fetch(request))
      let rest = expected.dropFirst(window.0)
      #expect(found == Array(window.1 == 0 ? rest : rest.prefix(window.1)))
    }
  }

  // R-CTX-487, R-CTX-488
  @Test(arguments: StackKind.everyStore)
  func aFetchDoesNotAlterRealisedObjects(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (a, b) = (stack.context(), stack.context())
    try a.performAndWait {
      people(a)
      try a.save()
    }
    try b.performAndWait {
      let ada = try #require(try b.all("Person", "firstName == 'Ada'").first)
      #expect(ada.isFault)
      #expect(ada.value(forKey: "age") as? Int == 20)
      try a.performAndWait {
        try a.all("Person", "firstName == 'Ada'").first?.setValue(50, forKey: "age")
        try a.save()
      }
      let again = try b.all("Person", "firstName == 'Ada'").first
      #expect(again === ada)
      #expect(ada.value(forKey: "age") as? Int == 20)
      b.refresh(ada, mergeChanges: false)
      #expect(ada.isFault)
      #expect(ada.value(forKey: "age") as? Int == 50)
    }
  }

  // R-CTX-282
  @Test(arguments: StackKind.everyStore)
  func aFaultFiresWithWhatWasSavedSince(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (a, b) = (stack.context(), stack.context())
    try a.performAndWait {
      people(a)
      try a.save()
    }
    try b.performAndWait {
      let ada = try #require(try b.all("Person", "firstName == 'Ada'").first)
      try a.performAndWait {
        try a.all("Person", "firstName == 'Ada'").first?.setValue(51, forKey: "age")
        try a.save()
      }
      #expect(ada.value(forKey: "age") as? Int == 51)
    }
  }

  // R-CTX-491, R-CTX-492, R-REQ-034
  @Test(arguments: StackKind.everyStore)
  func resultTypesShapeTheResults(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      people(context)
      try context.save()
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      ids.resultType = .managedObjectIDResultType
      let found = try context.fetch(ids)
      #expect(Set(found) == Set(try context.all("Person").map(\.objectID)))
      let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Person")
      dictionaries.resultType = .dictionaryResultType
      dictionaries.propertiesToFetch = ["firstName", "age"]
      dictionaries.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
      dictionaries.fetchLimit = 1
      let rows = try context.fetch(dictionaries)
      #expect(rows.count == 1)
      #expect(rows.first?["firstName"] as? String == "Eve")
      #expect(rows.first?["age"] as? Int == 24)
      #expect(rows.first?.count == 2)
      let count = NSFetchRequest<NSNumber>(entityName: "Person")
      count.resultType = .countResultType
      #expect(try context.fetch(count) == [5])
    }
  }

  // R-CTX-497
  @Test(arguments: StackKind.everyStore)
  func subentitiesAreIncludedUnlessExcluded(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Car", ["numberPlate": "1"])
      _ = context.insert("SportCar", ["numberPlate": "2"])
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      #expect(try context.count(for: request) == 2)
      request.includesSubentities = false
      #expect(try context.fetch(request).map(\.entity.name) == ["Car"])
    }
  }

  // R-PRED-175
  @Test(arguments: StackKind.everyStore, [true, false])
  func boundsMayBeAConstantListOfExpressions(_ kind: StackKind, _ isSaved: Bool) throws {
    let bounds = [21, 23].map { NSExpression(forConstantValue: $0) }
    let predicates = [
      NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "age"),
        rightExpression: NSExpression(forConstantValue: bounds), modifier: .direct, type: .between),
      NSPredicate(format: "TRUEPREDICATE AND age BETWEEN %@", bounds),
    ]
    try Stack(kind).run { context in
      people(context)
      if isSaved { try context.save() }
      for predicate in predicates {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = predicate
        #expect(Set(names(try context.fetch(request))) == ["Bob", "Cyd", "Dan"])
      }
    }
  }

  // R-REQ-080
  @Test(
    arguments: StackKind.everyStore,
    [
      ("owner.firstName == 'Ada'", ["1", "2"]), ("owner == nil", ["4"]),
      ("numberPlate IN {'1', '4'}", ["1", "4"]), ("price BETWEEN {15, 25}", ["2"]),
      ("maker CONTAINS[c] 'OL'", ["1"]), ("NOT (maker == 'Volvo')", ["2", "3"]),
      ("maker LIKE 'F*' OR price > 35", ["2", "4"]), ("maker MATCHES '[FV].*'", ["1", "2"]),
      ("owner.cars.@count > 1", ["1", "2"]), ("ANY owner.friends.firstName == 'Bob'", ["1", "2"]),
      ("price + 5 == 25", ["2"]), ("length:(maker) == 4", ["2", "3"]),
    ])
  func predicatesSelectTheSameOnEveryStack(_ kind: StackKind, _ sample: (String, [String])) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      let bob = context.insert("Person", ["firstName": "Bob"])
      ada.mutableSetValue(forKey: "friends").add(bob)
      let cars: [(String, String?, Double, NSManagedObject?)] = [
        ("1", "Volvo", 10, ada), ("2", "Ford", 20, ada), ("3", "Opel", 30, bob),
        ("4", nil, 40, nil),
      ]
      for (plate, maker, price, owner) in cars {
        let car = context.insert("Car", ["numberPlate": plate, "price": price])
        car.setValue(maker, forKey: "maker")
        car.setValue(owner, forKey: "owner")
      }
      try context.save()
      let found = try context.all("Car", sample.0, sortedBy: "numberPlate")
      var expected = sample.1
      let isSQL = kind.stores.first?.type == "SQLite"
      if !isSQL, sample.0.hasPrefix("NOT") { expected.append("4") }  // R-REQ-094
      #expect(found.compactMap { $0.string("numberPlate") } == expected)
    }
  }

  // R-MOD-162, R-PSC-212
  @Test func fetchedPropertiesCrossStores() throws {
    let model = GarageModel.make()
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = model.entitiesByName["Note"]
    request.predicate = NSPredicate(format: "text == $FETCH_SOURCE.firstName")
    let property = NSFetchedPropertyDescription()
    property.name = "mentions"
    property.fetchRequest = request
    model.entitiesByName["Person"]?.properties.append(property)
    let memory = NSInMemoryStoreType
    let kind = StackKind(name: "two", stores: [(memory, "People"), (memory, "Notes")])
    let stack = try Stack(kind, model: model)
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      _ = context.insert("Note", ["text": "Ada"])
      _ = context.insert("Note", ["text": "Bob"])
      try context.save()
      let mentions = ada.value(forKey: "mentions") as? [NSManagedObject]
      #expect(mentions?.compactMap { $0.string("text") } == ["Ada"])
    }
  }

  // R-REQ-004, R-REQ-024
  @Test(arguments: StackKind.singles)
  func impossibleRequestsThrowAndNameTheirSubject(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    context.performAndWait {
      #expect { try context.all("Nobody") } throws: { "\($0)".contains("Nobody") }
      #expect { try context.all("Person", "shoeSize > 3") } throws: { "\($0)".contains("shoeSize") }
      #expect { try context.all("Person", "cars == 3") } throws: { "\($0)".contains("cars") }
    }
  }
}
