// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// The office with what moving between stores has to carry besides: values in files of their own,
/// relationships without an inverse, an ordered many-to-many.
enum StudioModel {
  static func make() throws -> NSManagedObjectModel {
    let model = OfficeModel.make()
    let entities = model.entitiesByName
    guard let department = entities["Department"], let employee = entities["Employee"],
      let sample = entities["Sample"]
    else { throw CocoaError(.coreData) }
    sample.attributesByName["data"]?.allowsExternalBinaryDataStorage = true
    GarageModel.relate(
      department, name: "projects", many: true, rule: .nullifyDeleteRule, to: employee,
      inverseName: "projectsOf", many: true, ordered: true)
    sample.properties.append(oneWay("author", to: employee, many: false))
    department.properties.append(oneWay("samples", to: sample, many: true))
    return model
  }

  private static func oneWay(
    _ name: String, to destination: NSEntityDescription, many: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.isOptional = true
    return relationship
  }

  static func stack(_ pair: StorePair, directory: URL? = nil) throws -> Stack {
    try Stack(pair.kind, model: try make(), directory: directory)
  }
}

/// A department with everything that relates to it, as values that can be compared.
struct Studio {
  let department: NSManagedObject

  /// Makes one in a store, saved.
  init(in store: NSPersistentStore, _ context: NSManagedObjectContext) throws {
    department = context.insert("Department", ["name": "Research"])
    let staff = ["Ada", "Bob", "Cyd"].map { context.insert("Employee", ["firstName": $0]) }
    department.setValue(NSOrderedSet(array: [staff[2], staff[0], staff[1]]), forKey: "staff")
    department.setValue(NSOrderedSet(array: [staff[1], staff[2]]), forKey: "projects")
    staff[0].setValue(Set([staff[1], staff[2]]), forKey: "knows")
    staff[1].setValue(Set([staff[1]]), forKey: "knows")
    staff[0].setValue(Decimal(string: "12.5"), forKey: "salary")
    let locker = context.insert("Locker", ["number": 7])
    staff[1].setValue(locker, forKey: "locker")
    let samples = [Studio.sample("big", 300_000, context), Studio.sample("small", 3, context)]
    samples[0].setValue(staff[2], forKey: "author")
    department.setValue(Set(samples), forKey: "samples")
    for object in [department, locker] + staff + samples { context.assign(object, to: store) }
    try context.save()
  }

  /// Finds the one there is.
  init(_ context: NSManagedObjectContext) throws { department = try context.only("Department") }

  private static func sample(
    _ name: String, _ size: Int, _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    context.insert(
      "Sample",
      [
        "name": name, "small": 1, "medium": -2, "big": Int64.max, "ratio": 0.1,
        "flag": true, "day": Date(timeIntervalSinceReferenceDate: 5),
        "data": Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        "link": URL(fileURLWithPath: "/a"),
        "key": UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      ])
  }

  var staff: [NSManagedObject] { ordered("staff") }
  var samples: Set<NSManagedObject> { department.objects("samples") }
  var everything: Set<NSManagedObject> {
    let lockers = staff.compactMap { $0.value(forKey: "locker") as? NSManagedObject }
    return Set([department] + staff + samples + lockers)
  }

  private func ordered(_ key: String) -> [NSManagedObject] {
    (department.value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
  }

  /// All values and relationships, in words.
  var text: [String] {
    var lines = ["\(department.string("name") ?? "")"]
    lines.append("staff \(ordered("staff").map(name))")
    lines.append("projects \(ordered("projects").map(name))")
    for employee in staff {
      lines.append(
        "\(name(employee)) knows \(employee.objects("knows").map(name).sorted()) earns "
          + "\(employee.value(forKey: "salary") ?? "nothing") locker "
          + "\((employee.value(forKey: "locker") as? NSManagedObject)?.value(forKey: "number") ?? "none")"
      )
    }
    for sample in samples.sorted(by: { name($0) < name($1) }) {
      let data = sample.value(forKey: "data") as? Data
      let author = (sample.value(forKey: "author") as? NSManagedObject).map(name) ?? "nobody"
      lines.append(
        "\(name(sample)) by \(author) \(data?.count ?? 0) \(data?.last ?? 0) "
          + ["small", "medium", "big", "ratio", "flag", "day", "link", "key"].map {
            "\(sample.value(forKey: $0) ?? "nil")"
          }.joined(separator: " "))
    }
    return lines
  }

  private func name(_ object: NSManagedObject) -> String {
    let key = object.entity.name == "Sample" ? "name" : "firstName"
    return object.string(key) ?? ""
  }
}
