// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Random saves and batch requests, followed through the history alone: a mirror that takes up what each
/// transaction names, and nothing else, is what the stores hold.
@Suite struct HistoryReplayTests {
  private static let kinds = StackKind.all
  private static let programs = TestScope.current == .quick ? 40 : 200

  // R-PSC-731, R-PSC-734, R-PSC-735, R-PSC-685
  @Test(arguments: kinds.indices) func theHistoryTellsAllThatHappens(_ index: Int) throws {
    let kind = Self.kinds[index]
    for seed in stride(from: index, to: Self.programs, by: Self.kinds.count) {
      let program = try HistoryProgram(kind, seed: UInt64(seed))
      for step in 1...8 {
        try program.step()
        try program.follow()
        let (mirrored, stored) = (program.mirror.objects, try program.stored())
        for uri in Set(mirrored.keys).union(stored.keys) where mirrored[uri] != stored[uri] {
          Issue.record(
            """
            \(kind.name), seed \(seed), step \(step), \(program.log.joined(separator: "; ")): \(uri)
            mirrored \(mirrored[uri] ?? [:])
            stored \(stored[uri] ?? [:])
            """)
          return
        }
      }
    }
  }
}

/// The content of stores as the history tells it: texts of all values by the URIs of the objects.
struct HistoryMirror {
  private(set) var objects: [URL: [String: String]] = [:]

  /// Takes up a change. Values are read as they are now, of an update only those that it names.
  mutating func take(_ change: NSPersistentHistoryChange, in context: NSManagedObjectContext) throws
  {
    let uri = change.changedObjectID.uriRepresentation()
    switch change.changeType {
    case .insert:
      #expect(objects[uri] == nil, "inserted twice: \(uri)")
      let object = try context.existingObject(with: change.changedObjectID)
      objects[uri] = HistoryMirror.values(of: object)
    case .update:
      let object = try context.existingObject(with: change.changedObjectID)
      let values = HistoryMirror.values(of: object, only: Set(change.updatedNames))
      #expect(objects[uri] != nil, "updated unseen: \(uri)")
      objects[uri]?.merge(values) { $1 }
    case .delete:
      let badge = objects[uri]?["badge"] ?? "-"
      if change.changedObjectID.entity.name == "Person" {
        #expect((change.tombstone?["badge"] as? UUID).map { "\($0)" } ?? "-" == badge)
      }
      #expect(objects[uri] != nil, "deleted unseen: \(uri)")
      objects[uri] = nil
    }
  }

  /// A batch deletion names the objects that are gone, not those that had them as members, as on Apple's
  /// platforms: whoever follows takes them out.
  mutating func forgetMembers(_ change: NSPersistentHistoryChange) {
    guard change.changeType == .delete else { return }
    let gone = change.changedObjectID.uriRepresentation().absoluteString
    for (uri, values) in objects {
      objects[uri] = values.mapValues { text in
        guard text.contains(gone) else { return text }
        return text.split(separator: " ").filter { $0 != gone }.joined(separator: " ")
      }
    }
  }

  /// The values that objects have in a context; relationships by the URIs of their members.
  static func values(
    of object: NSManagedObject, only names: Set<String>? = nil
  ) -> [String: String] {
    var values: [String: String] = [:]
    for (name, property) in object.entity.propertiesByName where !property.isTransient {
      guard names?.contains(name) ?? true else { continue }
      values[name] = text(object.value(forKey: name))
    }
    return values
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "-"
    case let object as NSManagedObject: text(object.objectID.uriRepresentation())
    case let set as Set<NSManagedObject>: set.map { text($0) }.sorted().joined(separator: " ")
    case let list as NSOrderedSet: list.map { text($0) }.joined(separator: " ")
    case let value?: "\(value)"
    }
  }
}

/// One random program over the stores of a kind.
final class HistoryProgram {
  private let stage: HistoryStage
  private let context: NSManagedObjectContext
  private var dice: SplitMix64
  private var token: NSPersistentHistoryToken
  private var number = 0
  private(set) var mirror = HistoryMirror()
  private(set) var log: [String] = []

  init(_ kind: StackKind, seed: UInt64) throws {
    stage = try HistoryStage(kind)
    context = stage.context(author: "program")
    context.undoManager = UndoManager()
    dice = SplitMix64(seed: seed)
    token = try stage.token()
  }

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

  // MARK: - Changing

  /// Changes something, and saves.
  func step() throws {
    try context.performAndWait {
      if roll(4) == 0 { return try batch() }
      for _ in 0...roll(5) { try change() }
      if roll(6) == 0 {
        log.append("undo")
        context.undo()
      }
      try context.save()
      log.append("save")
    }
  }

  private func change() throws {
    switch roll(9) {
    case 0...2: insert()
    case 3...4: try update()
    case 5...7: try relate()
    default: try delete()
    }
  }

  private func insert() {
    let names = ["Person", "Car", "SportCar", "Club", "Passport", "Note", "Tag", "Draft", "Note"]
    let name = names[roll(names.count)]
    number += 1
    let object = context.insert(name)
    switch name {
    case "Person":
      object.setValue("p\(number)", forKey: "firstName")
      if roll(2) == 0 { object.setValue(UUID(), forKey: "badge") }
    case "Car", "SportCar": object.setValue("c\(number)", forKey: "numberPlate")
    default: break
    }
    log.append("insert \(name)")
  }

  private func any(_ name: String) throws -> NSManagedObject? {
    let objects = try context.all(name)
    return objects.isEmpty ? nil : objects[roll(objects.count)]
  }

  private func update() throws {
    let cases: [(String, String, Any?)] = [
      ("Person", "lastName", "l\(number)"), ("Person", "age", roll(90)),
      ("Person", "badge", UUID()),
      ("Car", "maker", "m\(number)"), ("SportCar", "topSpeed", roll(300)),
      ("Note", "rank", roll(9)),
      ("Note", "text", nil), ("Club", "title", "t\(number)"), ("Person", "mood", "good"),
    ]
    let (name, key, value) = cases[roll(cases.count)]
    guard let object = try any(name) else { return }
    number += 1
    object.setValue(value, forKey: key)
    log.append("set \(name).\(key)")
  }

  private func relate() throws {
    let cases = [
      ("Person", "cars", "Car"), ("Car", "owner", "Person"), ("Person", "clubs", "Club"),
      ("Club", "members", "Person"), ("Club", "waiting", "Person"), ("Person", "friends", "Person"),
      ("Person", "passport", "Passport"), ("Note", "tags", "Tag"), ("Person", "waitsFor", "Club"),
    ]
    let (name, key, target) = cases[roll(cases.count)]
    guard let object = try any(name), let other = try any(target) else { return }
    guard let relationship = object.entity.relationshipsByName[key] else { return }
    log.append("relate \(name).\(key)")
    if !relationship.isToMany {
      object.setValue(roll(3) == 0 ? nil : other, forKey: key)
    } else if relationship.isOrdered {
      let members = object.mutableOrderedSetValue(forKey: key)
      if members.contains(other) { members.remove(other) }
      members.insert(other, at: roll(members.count + 1))
    } else {
      let members = object.mutableSetValue(forKey: key)
      if members.contains(other) { members.remove(other) } else { members.add(other) }
    }
  }

  private func delete() throws {
    let names = ["Person", "Car", "Club", "Note", "Tag", "Passport", "Draft"]
    let name = names[roll(names.count)]
    guard let object = try any(name) else { return }
    context.delete(object)
    log.append("delete \(name)")
  }

  private func batch() throws {
    number += 1
    switch roll(3) {
    case 0:
      let rows = (0...roll(3)).map { ["text": "b\($0)", "rank": $0] as [String: Any] }
      try context.execute(NSBatchInsertRequest(entityName: "Note", objects: rows))
      log.append("batch insert")
    case 1:
      let request = NSBatchUpdateRequest(entityName: roll(2) == 0 ? "Note" : "Person")
      request.propertiesToUpdate =
        request.entityName == "Note" ? ["rank": number] : ["lastName": "b\(number)", "age": 3]
      try context.execute(request)
      log.append("batch update \(request.entityName)")
    default:
      let name = ["Note", "Person", "Car", "Club"][roll(4)]
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
      fetch.fetchLimit = 2
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      log.append("batch delete \(name)")
    }
    context.reset()
  }

  // MARK: - Following

  /// The mirror takes up what has happened since it was last here.
  func follow() throws {
    let reader = stage.context()
    try reader.performAndWait {
      for transaction in try stage.transactions(.fetchHistory(after: token)) {
        token = transaction.token
        for change in transaction.changes ?? [] {
          try mirror.take(change, in: reader)
          if log.last?.hasPrefix("batch delete") == true { mirror.forgetMembers(change) }
        }
      }
    }
    #expect(token == (try stage.token()))
  }

  /// Everything that the stores hold.
  func stored() throws -> [URL: [String: String]] {
    let reader = stage.context()
    return try reader.performAndWait {
      var objects: [URL: [String: String]] = [:]
      for entity in stage.coordinator.managedObjectModel.entities where entity.superentity == nil {
        for object in try reader.all(entity.name ?? "") {
          objects[object.objectID.uriRepresentation()] = HistoryMirror.values(of: object)
        }
      }
      return objects
    }
  }
}
