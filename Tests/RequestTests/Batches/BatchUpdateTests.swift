// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Batch updates, on every kind of stack.
struct BatchUpdateTests {
  // R-PSC-680, R-PSC-681, R-PSC-700
  @Test(arguments: StackKind.all)
  func matchingRowsGetNewValues(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.predicate = NSPredicate(format: "age > 20")
      request.propertiesToUpdate = ["lastName": "Old", "balance": NSDecimalNumber(value: 2)]
      let result = try #require(try context.execute(request) as? NSBatchUpdateResult)
      #expect(result.result as? Bool == true)
      #expect(!context.hasChanges)
      let people = try context.all("Person", sortedBy: "age")
      #expect(people.map { $0.string("lastName") } == [nil, "Old", "Old"])
      #expect(people.map { $0.value(forKey: "balance") as? Int } == [nil, 2, 2])
      request.resultType = .updatedObjectsCountResultType
      #expect(try value(request, context) as? Int == 2)
      request.resultType = .updatedObjectIDsResultType
      let ids = try value(request, context) as? [NSManagedObjectID]
      #expect(ids.map(Set.init) == Set(people.dropFirst().map(\.objectID)))
    }
  }

  // R-PSC-700: expressions over the row
  @Test(arguments: StackKind.all)
  func expressionsAreEvaluatedOverTheRow(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      let age = try #require(
        stack.coordinator.managedObjectModel.entitiesByName["Person"]?.attributesByName["age"])
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.propertiesToUpdate = [
        age: NSExpression(format: "age + 1"),
        "lastName": NSExpression(forKeyPath: "firstName"),
        "badge": NSExpression(forConstantValue: nil),
      ]
      try context.execute(request)
      let people = try context.all("Person", sortedBy: "age")
      #expect(people.map { $0.value(forKey: "age") as? Int } == [11, 31, 51])
      #expect(people.map { $0.string("lastName") } == people.map { $0.string("firstName") })
      request.propertiesToUpdate = ["lastName": NSExpression(forKeyPath: "passport.number")]
      #expect(throws: CocoaError.self) { try context.execute(request) }
    }
  }

  // R-PSC-684
  @Test(arguments: StackKind.all)
  func theVersionsRiseSoThatOlderCopiesConflict(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      let people = try context.all("Person")
      people.forEach { _ = $0.string("firstName") }
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.propertiesToUpdate = ["lastName": "New"]
      try context.execute(request)
      #expect(people.allSatisfy { $0.string("lastName") == nil })
      people[0].setValue(99, forKey: "age")
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .managedObjectMerge)
    }
  }

  // R-PSC-701, R-PSC-703
  @Test(arguments: StackKind.all)
  func whatCannotBeSetIsRefused(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      for (key, value, code) in [
        ("firstName", NSNull(), CocoaError.Code.validationMissingMandatoryProperty),
        ("age", "old", .managedObjectValidation), ("age", 70_000, .managedObjectValidation),
        ("cars", NSNull(), .coreData), ("mood", "x", .coreData), ("nothing", 1, .coreData),
      ] as [(String, Any, CocoaError.Code)] {
        let request = NSBatchUpdateRequest(entityName: "Person")
        request.propertiesToUpdate = [key: value]
        let error = #expect(throws: CocoaError.self) { try context.execute(request) }
        #expect(error?.code == code, "\(key)")
      }
    }
  }

  // R-PSC-702
  @Test(arguments: StackKind.all)
  func aClashOfUniqueValuesChangesNothing(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      for index in 0..<4 {
        _ = context.insert("Car", ["numberPlate": "\(index)", "model": "\((index + 1) % 4)"])
      }
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Car")
      request.propertiesToUpdate = ["numberPlate": "same"]
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .managedObjectConstraintMerge)
      let plates = { try context.all("Car").compactMap { $0.string("numberPlate") }.sorted() }
      #expect(try plates() == ["0", "1", "2", "3"])
      // Values may go round.
      request.propertiesToUpdate = ["numberPlate": NSExpression(forKeyPath: "model")]
      request.resultType = .updatedObjectsCountResultType
      #expect(try value(request, context) as? Int == 4)
      #expect(try plates() == ["0", "1", "2", "3"])
    }
  }

  // R-PSC-700: to-one relationships
  @Test(arguments: StackKind.all)
  func aToOneRelationshipIsSetByIDOrCleared(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      let ada = try context.all("Person", "firstName = 'Ada'")[0]
      let car = context.insert("Car", ["numberPlate": "1"])
      let passport = context.insert("Passport", ["number": "7"])
      passport.setValue(ada, forKey: "holder")
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Car")
      request.propertiesToUpdate = ["owner": ada.objectID]
      try context.execute(request)
      let seen = { (id: NSManagedObjectID, key: String) in
        try stack.run { try $0.existingObject(with: id).value(forKey: key) != nil }
      }
      #expect(try seen(car.objectID, "owner"))
      #expect(
        try stack.run { try $0.existingObject(with: ada.objectID).objects("cars").count } == 1)
      request.propertiesToUpdate = ["owner": NSNull()]
      try context.execute(request)
      #expect(try !seen(car.objectID, "owner"))
      let clearing = NSBatchUpdateRequest(entityName: "Passport")
      clearing.propertiesToUpdate = ["holder": NSNull()]
      try context.execute(clearing)
      #expect(try !seen(passport.objectID, "holder"))
      #expect(try !seen(ada.objectID, "passport"))
      request.propertiesToUpdate = ["owner": car.objectID]
      #expect(throws: CocoaError.self) { try context.execute(request) }
    }
  }

  // R-PSC-704
  @Test(arguments: StackKind.all)
  func subentitiesMayBeLeftOut(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Car", ["numberPlate": "1"])
      _ = context.insert("SportCar", ["numberPlate": "2"])
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Car")
      request.includesSubentities = false
      request.propertiesToUpdate = ["maker": "X"]
      request.resultType = .updatedObjectsCountResultType
      #expect(try value(request, context) as? Int == 1)
      request.includesSubentities = true
      #expect(try value(request, context) as? Int == 2)
    }
  }

  // R-PSC-683, R-PSC-681, R-PSC-261
  @Test(arguments: StackKind.singles)
  func everyWritableStoreAskedIsUpdated(_ kind: StackKind) throws {
    let type = kind.stores[0].type
    let stack = try Stack(
      StackKind(name: "several", stores: [(type, "Notes"), (type, "Archive")]))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      for (index, store) in stores.enumerated() {
        for _ in 0...index { context.assign(context.insert("Note"), to: store) }
      }
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Note")
      request.propertiesToUpdate = ["rank": 1]
      request.resultType = .updatedObjectsCountResultType
      #expect(try value(request, context) as? Int == 3)
      request.affectedStores = [stores[1]]
      #expect(try value(request, context) as? Int == 2)
      stores[1].isReadOnly = true
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .fileWriteNoPermission)
      request.affectedStores = nil
      #expect(try value(request, context) as? Int == 1)
      request.affectedStores = []
      #expect(try value(request, context) as? Int == 0)
    }
  }

  // R-PSC-696: more rows than are changed at once
  @Test(arguments: StackKind.all)
  func manyRowsAreUpdatedInParts(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      try context.execute(
        NSBatchInsertRequest(entityName: "Note", objects: (0..<1500).map { ["rank": $0] }))
      let request = NSBatchUpdateRequest(entityName: "Note")
      request.propertiesToUpdate = ["rank": NSExpression(format: "rank * 2")]
      request.resultType = .updatedObjectsCountResultType
      #expect(try value(request, context) as? Int == 1500)
      let ranks = try context.all("Note", sortedBy: "rank").map { $0.value(forKey: "rank") as? Int }
      #expect(ranks == (0..<1500).map { 2 * $0 })
    }
  }

  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      for (name, age) in [("Ada", 10), ("Bob", 30), ("Cy", 50)] {
        _ = context.insert("Person", ["firstName": name, "age": age, "badge": UUID()])
      }
      try context.save()
    }
    return stack
  }

  private func value(
    _ request: NSBatchUpdateRequest, _ context: NSManagedObjectContext
  ) throws -> Any? {
    let result = try #require(try context.execute(request) as? NSBatchUpdateResult)
    #expect(result.resultType == request.resultType)
    return result.result
  }
}
