// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport

/// A random model, random stores, and random objects in them: once in Core Data, once as plain data.
final class OracleWorld {
  let model: OracleModel
  let context: NSManagedObjectContext
  /// Serial numbers by object ID, temporary ones included.
  private(set) var serials: [NSManagedObjectID: Int] = [:]
  private(set) var saved: OracleGraph
  private(set) var pending: OracleGraph
  let types: [String]
  /// True if nil counts as a value on every store.
  let isDefinite: Bool
  var random: SplitMix64
  private let place: Workplace
  private let coordinator: NSPersistentStoreCoordinator
  private var objects: [Int: NSManagedObject] = [:]
  private var nextSerial = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    model = OracleModel(&random)
    (saved, pending) = (OracleGraph(model), OracleGraph(model))
    place = try Workplace()
    coordinator = place.coordinator(model.makeModel())
    let available = StackKind.singles.map(\.name) + [NSBinaryStoreType, NSXMLStoreType]
    types = Self.types(available, &random)
    isDefinite = random.oneIn(2)
    for (index, type) in types.enumerated() {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: place.url("store\(index)", ofType: type),
        options: [InMemoryNullSemanticsOption: isDefinite])
    }
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
  }

  private static func types(_ available: [String], _ random: inout SplitMix64) -> [String] {
    let main = available[1 % available.count]
    return (0..<random.pick([1, 1, 2, 2, 3])).map { _ in
      random.oneIn(2) ? main : random.pick(available)
    }
  }

  var description: String {
    "\(types.joined(separator: "+")), nil \(isDefinite ? "definite" : "as in SQL")"
  }

  var stores: [NSPersistentStore] { coordinator.persistentStores }

  /// The stores that count nulls as SQL does.
  var inSQL: Set<Int> {
    Set(types.indices.filter { !isDefinite && types[$0] == NSSQLiteStoreType })
  }

  /// An object for a context's predicate; the ID of one that is about to be deleted.
  func object(_ serial: Int, in other: NSManagedObjectContext) -> Any {
    guard let object = objects[serial] else {
      return serials.first { $0.value == serial }?.key ?? NSNull()
    }
    return other === context ? object : other.object(with: object.objectID)
  }

  // MARK: - Changing

  /// Objects, and links between those of one store; saved.
  func fill() throws {
    for _ in 0..<(10 + random.below(25)) { insert() }
    for _ in 0..<random.below(60) { join() }
    try context.save()
    for (serial, object) in objects { serials[object.objectID] = serial }
    saved = pending
    if random.oneIn(3) {
      context.reset(); objects = objects.mapValues { context.object(with: $0.objectID) }
    }
  }

  /// Changes that are not saved.
  func change() {
    for _ in 0..<(1 + random.below(8)) {
      switch random.below(6) {
      case 0: insert()
      case 1: delete()
      case 2...3: join()
      default: edit()
      }
    }
    context.processPendingChanges()
    for (serial, object) in objects { serials[object.objectID] = serial }
  }

  private func insert() {
    let entity = random.below(model.entities.count)
    let object = NSEntityDescription.insertNewObject(
      forEntityName: model.entities[entity].name, into: context)
    let store = random.below(types.count)
    context.assign(object, to: stores[store])
    var record = OracleGraph.Record(entity: entity, store: store, values: [:])
    for attribute in model.attributes(of: entity) where attribute.name != "serial" {
      record.values[attribute.name] =
        random.oneIn(4) ? OracleValue.none : attribute.kind.random(&random)
    }
    record.values["serial"] = .number(Double(nextSerial))
    for attribute in model.attributes(of: entity) {
      let value = record.values[attribute.name] ?? .none
      set(value, for: attribute, of: object)
    }
    pending.insert(nextSerial, record)
    objects[nextSerial] = object
    nextSerial += 1
  }

  private func edit() {
    guard let (serial, object) = someone() else { return }
    let attributes = pending.records[serial].map { model.attributes(of: $0.entity) } ?? []
    let attribute = random.pick(attributes.filter { $0.name != "serial" })
    let value = random.oneIn(4) ? OracleValue.none : attribute.kind.random(&random)
    set(value, for: attribute, of: object)
    pending.set(value, for: attribute.name, of: serial)
  }

  private func set(
    _ value: OracleValue, for attribute: OracleAttribute, of object: NSManagedObject
  ) {
    object.setValue(
      value == .none ? nil : attribute.kind.property(value), forKey: attribute.name)
  }

  private func delete() {
    guard let (serial, object) = someone() else { return }
    context.delete(object)
    pending.delete(serial)
    objects[serial] = nil
  }

  private func join() {
    guard let (a, object) = someone(), let record = pending.records[a] else { return }
    let relationships = model.relationships(of: record.entity)
    guard !relationships.isEmpty else { return }
    let relationship = random.pick(relationships)
    let fitting = objects.keys.sorted().filter { serial in
      pending.records[serial].map {
        $0.store == record.store && model.root(of: $0.entity) == relationship.destination
      } ?? false
    }
    guard !fitting.isEmpty else { return }
    let b = random.pick(fitting)
    guard let other = objects[b] else { return }
    if relationship.isToMany {
      object.mutableSetValue(forKey: relationship.name).add(other)
    } else {
      object.setValue(other, forKey: relationship.name)
    }
    // Relationships that are told of the other side at once are so here too.
    context.processPendingChanges()
    pending.join(a, by: relationship, to: b)
  }

  private func someone() -> (Int, NSManagedObject)? {
    guard !pending.serials.isEmpty else { return nil }
    let serial = random.pick(pending.serials)
    return objects[serial].map { (serial, $0) }
  }
}
