// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Batch insertions, on every kind of stack.
struct BatchInsertTests {
  // R-PSC-690, R-PSC-681
  @Test(arguments: StackKind.all)
  func dictionariesBecomeRowsWithDefaults(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let request = NSBatchInsertRequest(
        entityName: "Person",
        objects: [
          ["firstName": "Ada", "age": 36, "unknown": 1],
          ["firstName": "Bob", "lastName": NSNull()],
        ])
      let result = try #require(try context.execute(request) as? NSBatchInsertResult)
      #expect(result.result as? Bool == true)
      #expect(result.resultType == .statusOnly)
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      let people = try context.all("Person", sortedBy: "firstName")
      #expect(people.map { $0.string("firstName") } == ["Ada", "Bob"])
      #expect(people.map { $0.value(forKey: "age") as? Int } == [36, 18])
    }
  }

  // R-PSC-681
  @Test(arguments: StackKind.all)
  func theResultTypeDecidesWhatComesBack(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let request = NSBatchInsertRequest(
        entityName: "Note", objects: (0..<3).map { ["rank": $0] })
      request.resultType = .objectIDs
      let ids = try result(request, context) as? [NSManagedObjectID]
      #expect(ids?.count == 3)
      #expect(ids?.allSatisfy { !$0.isTemporaryID && $0.entity.name == "Note" } == true)
      #expect(
        try ids.map { try context.existingObject(with: $0[1]).value(forKey: "rank") as? Int } == 1)
      request.resultType = .count
      #expect(try result(request, context) as? Int == 3)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 6)
    }
  }

  // R-PSC-692
  @Test(arguments: StackKind.all)
  func handlersFillRowsUntilTheySayThatThereAreNoMore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      var left = 700
      let first = NSBatchInsertRequest(
        entityName: "Note",
        dictionaryHandler: { (row: NSMutableDictionary) in
          #expect(row.count == 0)
          row["rank"] = left
          left -= 1
          return left < 0
        })
      first.resultType = .count
      #expect(try result(first, context) as? Int == 700)
      var names = ["Ada", "Bob"]
      let second = NSBatchInsertRequest(
        entityName: "Person",
        managedObjectHandler: { (person: NSManagedObject) in
          #expect(person.managedObjectContext == nil)
          guard let name = names.popLast() else { return true }
          person.setValue(name, forKey: "firstName")
          return false
        })
      _ = try context.execute(second)
      #expect(try context.all("Note").count == 700)
      let people = try context.all("Person", sortedBy: "firstName")
      #expect(people.map { $0.string("firstName") } == ["Ada", "Bob"])
    }
  }

  // R-PSC-691
  @Test(arguments: StackKind.all)
  func aMissingOrUnfitValueFailsTheWholeRequest(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context throws in
      for (bad, code) in [
        (["lastName": "X"] as [String: Any], CocoaError.Code.validationMissingMandatoryProperty),
        (["firstName": NSNull()], .validationMissingMandatoryProperty),
        (["firstName": "X", "age": "old"], .managedObjectValidation),
        (["firstName": "X", "age": 70_000], .managedObjectValidation),
      ] {
        let request = NSBatchInsertRequest(
          entityName: "Person", objects: [["firstName": "Ada"], bad])
        let error = #expect(throws: CocoaError.self) { try context.execute(request) }
        #expect(error?.code == code)
      }
      #expect(try context.all("Person").isEmpty)
    }
  }

  // R-PSC-693
  @Test(arguments: StackKind.all)
  func aClashOfUniqueValuesIsAnErrorByDefault(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Car", ["numberPlate": "A"])
      try context.save()
      let request = NSBatchInsertRequest(
        entityName: "Car", objects: [["numberPlate": "B"], ["numberPlate": "A"]])
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .managedObjectConstraintMerge)
      #expect(try context.all("Car").count == 1)
    }
  }

  // R-PSC-693, R-PSC-684
  @Test(arguments: StackKind.all)
  func objectTrumpUpdatesTheStoredRow(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("SportCar", ["numberPlate": "A", "maker": "X", "topSpeed": 300])
      car.setValue(person, forKey: "owner")
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let request = NSBatchInsertRequest(
        entityName: "Car",
        objects: [["numberPlate": "A", "model": "Y"], ["numberPlate": "B"]])
      request.resultType = .objectIDs
      let ids = try #require(try result(request, context) as? [NSManagedObjectID])
      #expect(ids.count == 2)
      #expect(ids[0] == car.objectID)
      let fresh = try #require(try stack.context().fresh(car.objectID))
      #expect(fresh == ["numberPlate": "A", "model": "Y", "topSpeed": "300", "owner": "Ada"])
      // The context's own copy is older than the row now.
      context.mergePolicy = NSMergePolicy.error
      car.setValue(1.0, forKey: "price")
      #expect(throws: CocoaError.self) { try context.save() }
    }
  }

  // R-PSC-693
  @Test(arguments: StackKind.all)
  func storeTrumpKeepsTheStoredRow(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Car", ["numberPlate": "A", "maker": "X"])
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let request = NSBatchInsertRequest(
        entityName: "Car", objects: [["numberPlate": "A", "maker": "Y"], ["numberPlate": "B"]])
      request.resultType = .count
      #expect(try result(request, context) as? Int == 1)
      let cars = try context.all("Car", sortedBy: "numberPlate")
      #expect(cars.map { $0.string("maker") } == ["X", nil])
    }
  }

  // R-PSC-694
  @Test(arguments: StackKind.all)
  func duplicatesWithinARequestFollowTheSameRules(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let request = NSBatchInsertRequest(
        entityName: "Car",
        objects: (0..<1200).map { ["numberPlate": "\($0 % 600)", "maker": "\($0)"] })
      #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(try context.all("Car").isEmpty)
      context.mergePolicy = NSMergePolicy.overwrite
      request.resultType = .count
      #expect(try result(request, context) as? Int == 600)
      let cars = try context.all("Car")
      #expect(cars.count == 600)
      #expect(
        cars.allSatisfy {
          Int($0.string("maker") ?? "") == (Int($0.string("numberPlate") ?? "") ?? 0) + 600
        })
    }
  }

  /// A stack whose cars have plates and makers that differ.
  private func withTwoConstraints(_ kind: StackKind) throws -> Stack {
    let model = GarageModel.make()
    model.entitiesByName["Car"]?.uniquenessConstraints = [["numberPlate"], ["maker"]]
    return try Stack(kind, model: model)
  }

  /// The plates and makers of all cars after an insertion of some.
  private func cars(
    inserting cars: [(plate: String, maker: String)], _ context: NSManagedObjectContext
  ) throws -> [String] {
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let rows: [[String: Any]] = cars.map { ["numberPlate": $0.plate, "maker": $0.maker] }
    let request = NSBatchInsertRequest(entityName: "Car", objects: rows)
    request.resultType = .objectIDs
    let written = try Set(ids(request, context))
    #expect(written.count == 2)
    return try context.all("Car", sortedBy: "numberPlate").map {
      "\($0.string("numberPlate") ?? "") \($0.string("maker") ?? "")"
    }
  }

  // R-PSC-694: the second takes the place of the first, so that the third's maker is free
  @Test(arguments: StackKind.all)
  func aBatchInsertWithTwoConstraintsLosesNoRowToValuesThatWereGivenUp(_ kind: StackKind) throws {
    try withTwoConstraints(kind).run { context in
      let found = try cars(inserting: [("1", "A"), ("1", "B"), ("3", "A")], context)
      #expect(found == ["1 B", "3 A"])
    }
  }

  // R-PSC-694: likewise of a stored row
  @Test(arguments: StackKind.all)
  func aBatchInsertWithTwoConstraintsTakesAValueThatAStoredRowHasGivenUp(
    _ kind: StackKind
  ) throws {
    try withTwoConstraints(kind).run { context in
      _ = context.insert("SportCar", ["numberPlate": "1", "maker": "A"])
      try context.save()
      context.reset()
      let found = try cars(inserting: [("1", "B"), ("3", "A")], context)
      #expect(found == ["1 B", "3 A"])
    }
  }

  // R-PSC-694: each takes what the other had
  @Test(arguments: StackKind.all)
  func storedRowsExchangeUniqueValues(_ kind: StackKind) throws {
    try withTwoConstraints(kind).run { context in
      for (plate, maker) in [("1", "A"), ("2", "B")] {
        _ = context.insert("Car", ["numberPlate": plate, "maker": maker])
      }
      try context.save()
      context.reset()
      let found = try cars(inserting: [("1", "C"), ("2", "A"), ("1", "B")], context)
      #expect(found == ["1 B", "2 A"])
    }
  }

  // R-PSC-693, R-PSC-690: several columns, and composite attributes by key path
  @Test(arguments: StackKind.all)
  func constraintsOfSeveralColumnsAndCompositesAreUnderstood(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      context.mergePolicy = NSMergePolicy.overwrite
      let request = NSBatchInsertRequest(
        entityName: "Slot",
        objects: [
          ["row": 1, "column": "a", "text": "x"], ["row": 1, "column": "b"],
          ["row": 1, "text": "free"], ["row": 1, "text": "free"],
          ["row": 1, "column": "a", "text": "y"],
        ])
      request.resultType = .count
      #expect(try result(request, context) as? Int == 4)
      _ = try context.execute(request)
      #expect(try context.all("Slot", "column = 'a'").map { $0.string("text") } == ["y"])
      #expect(try context.all("Slot").count == 6)
      let things = NSBatchInsertRequest(
        entityName: "Thing",
        objects: [
          ["name": "1", "place.city": "Oslo", "tags": ["t"]],
          ["name": "2", "place": ["city": "Rome", "zip": 5]],
        ])
      _ = try context.execute(things)
      let found = try context.all("Thing", sortedBy: "name")
      #expect((found[0].value(forKey: "place") as? [String: Any])?["city"] as? String == "Oslo")
      #expect(found[0].value(forKey: "tags") as? [String] == ["t"])
      #expect((found[1].value(forKey: "place") as? [String: Any])?["zip"] as? Int == 5)
    }
  }

  // R-PSC-695
  @Test(arguments: StackKind.singles)
  func nothingToInsertSucceedsAndAnAbstractEntityDoesNot(_ kind: StackKind) throws {
    let model = GarageModel.make()
    model.entitiesByName["Tag"]?.isAbstract = true
    let stack = try Stack(kind, model: model)
    try stack.run { context throws in
      let request = NSBatchInsertRequest(entityName: "Note", objects: [])
      request.resultType = .count
      #expect(try result(request, context) as? Int == 0)
      #expect(throws: CocoaError.self) {
        try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: []))
      }
    }
  }

  // R-PSC-683: the first writable store that holds the entity, among those asked
  @Test(arguments: StackKind.singles)
  func rowsGoToTheFirstWritableStoreAsked(_ kind: StackKind) throws {
    let type = kind.stores[0].type
    let several = StackKind(name: "several", stores: [(type, "Notes"), (type, "Archive")])
    let stack = try Stack(several)
    let stores = stack.coordinator.persistentStores
    try stack.run { context throws in
      let request = NSBatchInsertRequest(entityName: "Note", objects: [["text": "a"]])
      request.resultType = .objectIDs
      #expect(try ids(request, context).first?.persistentStore === stores[0])
      request.affectedStores = [stores[1]]
      #expect(try ids(request, context).first?.persistentStore === stores[1])
      stores[0].isReadOnly = true
      request.affectedStores = nil
      #expect(try ids(request, context).first?.persistentStore === stores[1])
      request.affectedStores = [stores[0]]
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .fileWriteNoPermission)
    }
  }

  // R-CTX-540: a child hands the request to the coordinator at the root
  @Test(arguments: StackKind.all)
  func aChildInsertsIntoTheStores(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let found = try child.performAndWait {
      try child.execute(NSBatchInsertRequest(entityName: "Note", objects: [["text": "a"]]))
      return try child.all("Note").map { $0.string("text") }
    }
    #expect(found == ["a"])
    #expect(!parent.hasChanges)
    #expect(try stack.run { try $0.all("Note").count } == 1)
  }

  // R-PSC-810, R-PSC-813
  @Test func copiesAreIndependent() throws {
    let request = NSBatchInsertRequest(entityName: "Note", objects: [["text": "a"]])
    request.resultType = .count
    let copy = try #require(request.copy() as? NSBatchInsertRequest)
    copy.objectsToInsert = []
    copy.resultType = .objectIDs
    #expect(request.objectsToInsert?.count == 1)
    #expect(request.resultType == .count)
    #expect(copy.entityName == "Note")
    #expect(request.requestType.rawValue == 5)
    #expect(NSBatchInsertRequestResultType.objectIDs.rawValue == 1)
  }

  private func result(
    _ request: NSBatchInsertRequest, _ context: NSManagedObjectContext
  ) throws -> Any? {
    let result = try #require(try context.execute(request) as? NSBatchInsertResult)
    #expect(result.resultType == request.resultType)
    return result.result
  }

  private func ids(
    _ request: NSBatchInsertRequest, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID] {
    try #require(try result(request, context) as? [NSManagedObjectID])
  }
}

extension NSManagedObjectContext {
  /// What another context reads of a car.
  fileprivate func fresh(_ id: NSManagedObjectID) throws -> [String: String]? {
    try performAndWait {
      let car = try existingObject(with: id)
      let owner = (car.value(forKey: "owner") as? NSManagedObject)?.string("firstName")
      let speed = (car.value(forKey: "topSpeed") as? Int).map(String.init)
      return [
        "numberPlate": car.string("numberPlate"), "model": car.string("model"),
        "maker": car.string("maker"), "topSpeed": speed, "owner": owner,
      ].compactMapValues { $0 }
    }
  }
}
