// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// All that a store holds, as plain values: what a migration has to do is said on these.
struct Content: Equatable {
  struct Object: Equatable {
    var attributes: [String: String] = [:]
    /// The names of the objects, ascending unless the relationship is ordered.
    var relationships: [String: [String]] = [:]
  }

  /// Where an object stands in the order of its hierarchy; it keeps the number (R-PSC-538).
  struct Name: Hashable, Comparable {
    var entity: String
    var number: Int

    static func < (left: Name, right: Name) -> Bool {
      (left.entity, left.number) < (right.entity, right.number)
    }
  }

  var objects: [Name: Object] = [:]

  init() {}

  /// Reads everything of a context's stores.
  init(of context: NSManagedObjectContext) throws {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    for entity in model?.entities ?? [] where !entity.isAbstract {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      for object in try context.fetch(request) {
        objects[Self.name(object.objectID)] = Self.plain(object)
      }
    }
  }

  static func name(_ id: NSManagedObjectID) -> Name {
    let parts = id.uriRepresentation().pathComponents
    return Name(
      entity: id.entity.name ?? "", number: Int(parts.last?.dropFirst() ?? "") ?? -1)
  }

  private static func plain(_ object: NSManagedObject) -> Object {
    var plain = Object()
    for (name, attribute) in object.entity.attributesByName where !attribute.isTransient {
      guard let value = object.value(forKey: name) else { continue }
      plain.attributes[name] = text(value)
    }
    for (name, relationship) in object.entity.relationshipsByName {
      let members = members(object, name, relationship)
      if !members.isEmpty { plain.relationships[name] = members }
    }
    return plain
  }

  private static func text(_ value: Any) -> String {
    if let date = value as? Date { return "\(date.timeIntervalSinceReferenceDate)" }
    if let data = value as? Data { return data.base64EncodedString() }
    return "\(value)"
  }

  private static func members(
    _ object: NSManagedObject, _ name: String, _ relationship: NSRelationshipDescription
  ) -> [String] {
    switch object.value(forKey: name) {
    case let other as NSManagedObject: return [text(of: other)]
    case let set as NSOrderedSet: return set.compactMap { ($0 as? NSManagedObject).map(text(of:)) }
    case let set as Set<NSManagedObject>: return set.map(text(of:)).sorted()
    case let set as NSSet:
      return set.compactMap { ($0 as? NSManagedObject).map(text(of:)) }.sorted()
    default: return []
    }
  }

  private static func text(of object: NSManagedObject) -> String {
    let name = name(object.objectID)
    return "\(name.entity) \(name.number)"
  }
}

extension Content {
  /// Returns the first difference, in words.
  func difference(from expected: Content) -> String {
    for name in Set(objects.keys).union(expected.objects.keys).sorted()
    where objects[name] != expected.objects[name] {
      let (one, other) = (objects[name], expected.objects[name])
      return
        "\(name): \(one.map { "\($0)" } ?? "none") instead of \(other.map { "\($0)" } ?? "none")"
    }
    return "none"
  }
}

/// What migrations do, said on plain values.
extension Content {
  /// Changes the objects of some entities.
  mutating func change(_ entities: String..., body: (inout Object) -> Void) {
    for (name, object) in objects where entities.contains(name.entity) {
      var object = object
      body(&object)
      objects[name] = object
    }
  }

  mutating func rename(_ entity: String, to new: String) {
    var renamed: [Name: Object] = [:]
    for (name, object) in objects {
      var object = object
      for (key, members) in object.relationships {
        object.relationships[key] = members.map {
          $0.hasPrefix("\(entity) ") ? new + $0.dropFirst(entity.count) : $0
        }
      }
      let isOne = name.entity == entity
      renamed[Name(entity: isOne ? new : name.entity, number: name.number)] = object
    }
    objects = renamed
    sortSets()
  }

  /// Removes an entity's objects, and them from all relationships.
  mutating func remove(_ entity: String) {
    objects = objects.filter { $0.key.entity != entity }
    for (name, object) in objects {
      for (key, members) in object.relationships {
        let kept = members.filter { !$0.hasPrefix("\(entity) ") }
        objects[name]?.relationships[key] = kept.isEmpty ? nil : kept
      }
    }
  }

  /// Adds what an inverse says.
  mutating func invert(_ relationship: String, as inverse: String) {
    for (name, object) in objects.sorted(by: { $0.key < $1.key }) {
      for member in object.relationships[relationship] ?? [] {
        let parts = member.split(separator: " ")
        let other = Name(entity: String(parts[0]), number: Int(parts[1]) ?? -1)
        objects[other]?.relationships[inverse, default: []].append("\(name.entity) \(name.number)")
      }
    }
    sortSets()
  }

  /// Brings all members into the order of sets; cases with ordered relationships do without.
  private mutating func sortSets() {
    for (name, object) in objects {
      for (key, members) in object.relationships where !key.hasPrefix("ordered") {
        objects[name]?.relationships[key] = members.sorted()
      }
    }
  }
}

extension Content.Object {
  mutating func rename(_ name: String, to new: String) {
    if let value = attributes.removeValue(forKey: name) { attributes[new] = value }
    if let members = relationships.removeValue(forKey: name) { relationships[new] = members }
  }

  mutating func remove(_ name: String) {
    attributes[name] = nil
    relationships[name] = nil
  }

  /// Gives the attribute a value unless it has one.
  mutating func fill(_ name: String, _ value: String) {
    if attributes[name] == nil { attributes[name] = value }
  }
}
