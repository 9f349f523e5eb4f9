// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Predicates with statistics over all objects of the entity. // R-REQ-083
@Suite struct EntityStatisticTests {
  private func names(_ format: String, in context: NSManagedObjectContext) throws -> [String] {
    try context.all("Person", format, sortedBy: "firstName").compactMap { $0.string("firstName") }
  }

  @Test(arguments: StackKind.everyStore)
  func theObjectWithTheGreatestValueIsFoundByMax(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let request = FivePeople.request()
      request.predicate = NSPredicate(format: "%K == max(%K)", "age", "age")
      #expect(try context.fetch(request).map { $0.string("firstName") } == ["Eve"])
      #expect(try context.count(for: request) == 1)
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      ids.predicate = request.predicate
      ids.resultType = .managedObjectIDResultType
      #expect(try context.fetch(ids) == context.fetch(request).map(\.objectID))
    }
  }

  @Test(arguments: StackKind.everyStore)
  func theObjectWithTheGreatestValueIsFoundByTheOperator(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      #expect(try names("age == @max.age", in: context) == ["Eve"])
      #expect(try names("SELF.age == @max.age", in: context) == ["Eve"])
    }
  }

  private static let samples: [(format: String, names: [String])] = [
    ("age == min(age)", ["Ada"]), ("age > average:(age)", ["Dan", "Eve"]),
    ("age * 5 == sum:(age)", ["Cyd"]), ("age == count:(firstName) + 15", ["Ada"]),
    ("age == @max.age - 1", ["Dan"]), ("firstName == @min.firstName", ["Ada"]),
    ("NOT (age == max(age))", ["Ada", "Bob", "Cyd", "Dan"]),
    ("age == min(age) OR age == max(age)", ["Ada", "Eve"]),
    // The rest of the predicate does not restrict the statistic.
    ("age == max(age) AND firstName == 'Bob'", []),
  ]

  @Test(arguments: StackKind.everyStore)
  func statisticsAreValuesLikeOthers(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      for sample in Self.samples {
        #expect(try names(sample.format, in: context) == sample.names, "\(sample)")
      }
    }
  }

  @Test(arguments: StackKind.everyStore)
  func nothingComparesWithAStatisticOfNothing(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      #expect(try names("balance == max(balance)", in: context).isEmpty)
      #expect(try names("balance == nil", in: context).count == 5)
    }
  }

  // R-REQ-010, R-REQ-012
  @Test(arguments: StackKind.everyStore)
  func pendingChangesCount(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let fay = context.insert("Person", ["firstName": "Fay", "age": 60])
      #expect(try names("age == max(age)", in: context) == ["Fay"])
      #expect(try names("age * 6 > sum:(age)", in: context) == ["Fay"])
      let stored = FivePeople.request()
      stored.predicate = NSPredicate(format: "age == max(age)")
      stored.includesPendingChanges = false
      #expect(try context.fetch(stored).map { $0.string("firstName") } == ["Eve"])
      let ada = try #require(try context.all("Person", "firstName == 'Ada'").first)
      ada.setValue(70, forKey: "age")
      #expect(try names("age == max(age)", in: context) == ["Ada"])
      #expect(try names("age == min(age)", in: context) == ["Bob"])
      context.delete(ada)
      context.delete(fay)
      #expect(try names("age == max(age)", in: context) == ["Eve"])
    }
  }

  // R-REQ-013
  @Test(arguments: StackKind.everyStore)
  func dictionariesKnowStoredObjectsOnly(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      _ = context.insert("Person", ["firstName": "Fay", "age": 60])
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["firstName"]
      request.predicate = NSPredicate(format: "age == max(age)")
      #expect(try context.fetch(request).map { $0["firstName"] as? String } == ["Eve"])
    }
  }

  // R-CTX-481
  @Test(arguments: StackKind.everyStore)
  func pathsOverToOnesAreFollowed(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let owners = [1, 2].map { context.insert("Person", ["firstName": "\($0)", "age": $0]) }
      for (plate, owner) in zip(["a", "b"], owners) {
        context.insert("Car", ["numberPlate": plate]).setValue(owner, forKey: "owner")
      }
      try context.save()
      let format = "owner.age == max(owner.age)"
      #expect(try context.all("Car", format).map { $0.string("numberPlate") } == ["b"])
      owners[0].setValue(5, forKey: "age")
      #expect(try context.all("Car", format).map { $0.string("numberPlate") } == ["a"])
    }
  }

  // R-CTX-805
  @Test(arguments: StackKind.singles)
  func aChildCountsWhatItsParentHasNotSaved(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let parent = stack.context()
    try parent.performAndWait {
      _ = parent.insert("Person", ["firstName": "Ada", "age": 20])
      try parent.save()
      _ = parent.insert("Person", ["firstName": "Bob", "age": 30])
    }
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait { () throws in
      #expect(try names("age == max(age)", in: child) == ["Bob"])
      _ = child.insert("Person", ["firstName": "Cyd", "age": 40])
      #expect(try names("age == max(age)", in: child) == ["Cyd"])
    }
  }

  // R-PSC-681
  @Test(arguments: StackKind.all)
  func aBatchDeletesWhatTheyFind(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
      request.predicate = NSPredicate(format: "age == max(age)")
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
      #expect(try names("TRUEPREDICATE", in: context) == ["Ada", "Bob", "Cyd", "Dan"])
    }
  }

  // A collection of the object's own is what an operator works on.
  @Test(arguments: StackKind.everyStore)
  func membersStayTheObjectsOwn(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let ada = try #require(try context.all("Person", "firstName == 'Ada'").first)
      for (plate, price) in [("a", 1.0), ("b", 2)] {
        let car = context.insert("Car", ["numberPlate": plate, "price": price])
        car.setValue(ada, forKey: "owner")
      }
      try context.save()
      #expect(try names("@max.cars.price == 2 AND max(cars.price) == 2", in: context) == ["Ada"])
    }
  }
}
