// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Fills a store with objects of every entity of its model: values, nothing, relationships of every
/// kind. The same for a seed.
struct ContentFilling {
  private let context: NSManagedObjectContext
  private let count: Int
  private var state: UInt64

  init(_ context: NSManagedObjectContext, count: Int, seed: UInt64 = 1) {
    self.context = context
    self.count = count
    state = seed
  }

  /// Inserts some objects of each entity and saves.
  mutating func run() throws {
    guard let model = context.persistentStoreCoordinator?.managedObjectModel else { return }
    let entities = model.entities.filter { !$0.isAbstract }
    var objects: [NSManagedObject] = []
    for entity in entities {
      for number in 0..<count { objects.append(insert(entity, number)) }
    }
    // Once for each entity: there may be many objects.
    let members = Dictionary(
      uniqueKeysWithValues: model.entities.map { entity in
        (entity, objects.filter { $0.entity.isKindOf(entity: entity) })
      })
    for object in objects { relate(object, members) }
    try context.save()
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  // MARK: - Attributes

  private mutating func insert(_ entity: NSEntityDescription, _ number: Int) -> NSManagedObject {
    let object = NSManagedObject(entity: entity, insertInto: context)
    for (name, attribute) in entity.attributesByName.sorted(by: { $0.key < $1.key })
    where !(attribute is NSDerivedAttributeDescription) {
      let isEmpty = attribute.isOptional && next(4) == 0
      object.setValue(isEmpty ? nil : value(of: attribute, number), forKey: name)
    }
    return object
  }

  private func value(of attribute: NSAttributeDescription, _ number: Int) -> Any? {
    switch attribute.type {
    case .integer16, .integer32, .integer64: NSNumber(value: number % 30_000)
    case .boolean: NSNumber(value: number % 2 == 0)
    case .double, .float: NSNumber(value: Double(number) / 4)
    case .decimal: NSDecimalNumber(value: number)
    case .string: "\(attribute.name) \(number)"
    case .date: Date(timeIntervalSinceReferenceDate: Double(number))
    case .binaryData: Data("\(number)".utf8)
    case .uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number % 256)))
    case .uri: URL(string: "https://example.com/\(number)")
    default: nil
    }
  }

  // MARK: - Relationships

  private mutating func relate(
    _ object: NSManagedObject, _ members: [NSEntityDescription: [NSManagedObject]]
  ) {
    for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
      guard let others = relationship.destinationEntity.flatMap({ members[$0] }), !others.isEmpty
      else { continue }
      if !relationship.isToMany {
        guard !relationship.isOptional || next(3) > 0 else { continue }
        object.setValue(others[next(others.count)], forKey: name)
      } else {
        for _ in 0..<next(4) { add(others[next(others.count)], to: name, of: object, relationship) }
      }
    }
  }

  private func add(
    _ member: NSManagedObject, to name: String, of object: NSManagedObject,
    _ relationship: NSRelationshipDescription
  ) {
    if relationship.isOrdered {
      object.mutableOrderedSetValue(forKey: name).add(member)
    } else {
      object.mutableSetValue(forKey: name).add(member)
    }
  }
}
