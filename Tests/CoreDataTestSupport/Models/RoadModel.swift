// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation
import Testing

/// A model of objects that note their callbacks: people, their cars in a hierarchy of three levels,
/// their cities, and notes. It has the configurations that `StackKind` names.
package enum RoadModel {
  package static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let person = GarageModel.entity(
      "Person",
      [
        GarageModel.attribute("firstName", .string, optional: false),
        GarageModel.attribute("lastName", .string, optional: false),
        GarageModel.attribute("updatedAt", .date),
      ])
    let car = GarageModel.entity(
      "Car",
      [
        GarageModel.attribute("maker", .string), GarageModel.attribute("model", .string),
        GarageModel.attribute("numberPlate", .string, optional: false),
        GarageModel.attribute("currentDrivingSpeed", .integer32, transient: true, default: 0),
      ])
    let sportCar = GarageModel.entity("SportCar", [GarageModel.attribute("topSpeed", .integer32)])
    let raceCar = GarageModel.entity("RaceCar", [GarageModel.attribute("team", .string)])
    let city = GarageModel.entity(
      "City",
      [GarageModel.attribute("name", .string), GarageModel.attribute("population", .integer64)])
    let note = GarageModel.entity("Note", [GarageModel.attribute("text", .string)])
    let draft = GarageModel.entity("Draft", [GarageModel.attribute("text", .string)])
    sportCar.subentities = [raceCar]
    car.subentities = [sportCar]
    car.uniquenessConstraints = [["numberPlate"]]
    city.uniquenessConstraints = [["name"]]
    GarageModel.relate(
      city, name: "residents", many: true, rule: .nullifyDeleteRule, to: person,
      inverseName: "home", many: false)
    GarageModel.relate(
      person, name: "cars", many: true, rule: .nullifyDeleteRule, to: car, inverseName: "owner",
      many: false)
    model.entities = [person, car, sportCar, raceCar, city, note, draft]
    for entity in model.entities { entity.managedObjectClassName = String(reflecting: Record.self) }
    model.setEntities([person, car, sportCar, raceCar, city], forConfigurationName: "People")
    model.setEntities([note], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    return model
  }
}

extension Stack {
  /// A stack of this model.
  package static func road(_ kind: StackKind) throws -> Stack {
    try Stack(kind, model: RoadModel.make())
  }

  /// A stack with Ada Lovelace, who owns the stored car "A1" of maker "Fiat".
  package static func withAda(_ kind: StackKind) throws -> Stack {
    let stack = try road(kind)
    try stack.run { context in
      context.car("A1", values: ["maker": "Fiat", "model": "500", "owner": context.person("Ada")])
      try context.save()
    }
    return stack
  }

  /// Changes the one object of an entity through a context of its own.
  package func elsewhere(_ name: String, _ values: [String: Any]) throws {
    try run { context in
      try context.only(name).setValuesForKeys(values)
      try context.save()
    }
  }

  /// Deletes the one object of an entity through a context of its own.
  package func deleteElsewhere(_ name: String) throws {
    try run { context in
      context.delete(try context.only(name))
      try context.save()
    }
  }
}

extension NSManagedObjectContext {
  @discardableResult
  package func person(_ first: String, _ last: String = "Lovelace") -> Record {
    record("Person", ["firstName": first, "lastName": last])
  }

  @discardableResult
  package func car(_ plate: String, values: [String: Any] = [:], named name: String = "Car")
    -> Record
  {
    record(name, values.merging(["numberPlate": plate]) { $1 })
  }

  package func record(_ name: String, _ values: [String: Any] = [:]) -> Record {
    guard let record = insert(name, values) as? Record else {
      preconditionFailure("The model makes records.")
    }
    return record
  }

  /// The one object of an entity, as it records.
  package func onlyRecord(_ name: String) throws -> Record { try #require(only(name) as? Record) }

  package func records(_ name: String, _ format: String? = nil) throws -> [Record] {
    try all(name, format).compactMap { $0 as? Record }
  }
}
