// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Batch insertions that meet the unique values of other entities of their hierarchy.
struct BatchHierarchyTests {
  // R-PSC-693: the stored row stays one of its entity, and takes what both have.
  @Test(
    arguments: StackKind.singles,
    [
      ("Lorry", "SportCar"), ("SportCar", "Lorry"), ("Car", "SportCar"), ("Car", "Lorry"),
      ("SportCar", "Car"),
    ])
  func aStoredRowOfAnotherEntityKeepsWhatIsItsOwn(
    _ kind: StackKind, _ entities: (stored: String, new: String)
  ) throws {
    let model = GarageModel.make()
    let lorry = GarageModel.entity("Lorry", [GarageModel.attribute("freight", .string)])
    try #require(model.entitiesByName["Car"]).subentities.append(lorry)
    model.entities.append(lorry)
    let own: [String: [String: Any]] = [
      "Car": [:], "Lorry": ["freight": "coal and a good deal of it"], "SportCar": ["topSpeed": 300],
    ]
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let first = own[entities.stored, default: [:]].merging(["numberPlate": "A", "maker": "X"]) {
        $1
      }
      let car = context.insert(entities.stored, first)
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let second = own[entities.new, default: [:]].merging(["numberPlate": "A", "maker": "Y"]) {
        $1
      }
      try context.execute(NSBatchInsertRequest(entityName: entities.new, objects: [second]))
      context.refresh(car, mergeChanges: false)
      #expect(try context.all("Car") == [car])
      #expect(car.string("maker") == "Y")
      #expect(car.string("numberPlate") == "A")
      if entities.stored == "Lorry" {
        #expect(car.string("freight") == first["freight"] as? String)
      }
      if entities.stored == "SportCar" { #expect(car.value(forKey: "topSpeed") as? Int == 300) }
    }
  }
}
