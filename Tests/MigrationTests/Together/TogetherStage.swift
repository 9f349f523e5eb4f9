// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Two stores of one program: what everybody knows, and what its user writes.
final class TogetherStage {
  /// The types of both stores.
  struct Types: Sendable, CustomTestStringConvertible {
    let facts: String
    let own: String
    var testDescription: String { "\(facts)+\(own)" }
  }

  static let types: [Types] = {
    let all = CarStage.types
    return zip(all, all.dropFirst() + all.prefix(1)).map { Types(facts: $0, own: $1) }
      + all.prefix(2).map { Types(facts: $0, own: $0) }
  }()

  /// The notes are the user's.
  static let first = """
    Fact
      title String
    Note
      text String
      tags >> Tag.notes
    Tag
      name String
      notes >> Note.tags
    Setting
      value String
    @Facts: Fact
    @Own: Note, Tag, Setting
    """

  /// Only the facts have changed.
  static let newFacts = first.replacingOccurrences(
    of: "  title String", with: "  title String\n  year Int16! = 2000")

  /// Everything has, and the notes belong to the facts.
  static let movedNotes = """
    Fact
      title String
      year Int16! = 2000
    Memo was Note
      text String
      isOld Bool
      tags >> Tag.notes
    Tag
      name String
      notes >> Memo.tags
    Setting
      value String
      isDefault Bool! = true
    @Facts: Fact, Memo, Tag
    @Own: Setting
    """

  static let relocations = [EntityRelocation("Memo", from: "Own", to: "Facts")]

  let types: Types
  let folder: URL
  private let directory: TemporaryDirectory?

  init(_ types: Types) throws {
    let directory = try TemporaryDirectory()
    self.types = types
    self.directory = directory
    folder = directory.url
  }

  /// The folder of another process.
  init(_ types: Types, existing folder: URL) {
    self.types = types
    self.folder = folder
    directory = nil
  }

  var facts: URL { folder.appendingPathComponent("facts") }
  var own: URL { folder.appendingPathComponent("own") }

  var descriptions: [NSPersistentStoreDescription] {
    zip([facts, own], [(types.facts, "Facts"), (types.own, "Own")]).map { url, kind in
      let description = NSPersistentStoreDescription(url: url)
      description.type = kind.0
      description.configuration = kind.1
      description.timeout = 20
      return description
    }
  }

  static func coordinator(_ text: String) -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: ModelText(text).model())
  }

  // MARK: - Opening

  /// Opens both stores as they are.
  func open(_ text: String, migrating: Bool = false) throws -> NSPersistentStoreCoordinator {
    let coordinator = Self.coordinator(text)
    for description in descriptions {
      description.shouldMigrateStoreAutomatically = migrating
      try coordinator.addPersistentStore(
        ofType: description.type, configurationName: description.configuration,
        at: description.url, options: description.options)
    }
    return coordinator
  }

  func close(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  func using<T>(
    _ text: String, migrating: Bool = false,
    _ body: (NSPersistentStoreCoordinator, NSManagedObjectContext) throws -> T
  ) throws -> T {
    let coordinator = try open(text, migrating: migrating)
    defer { close(coordinator) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(coordinator, context) }
  }

  // MARK: - Content

  /// Makes both stores; returns the URIs of the notes, in the order of their texts.
  @discardableResult
  func make() throws -> [URL] {
    try using(Self.first) { _, context in
      _ = context.insert("Fact", ["title": "Water boils"])
      _ = context.insert("Setting", ["value": "blue"])
      let tag = context.insert("Tag", ["name": "home"])
      let notes = ["a", "b"].map { context.insert("Note", ["text": $0]) }
      for note in notes { note.setValue(Set([tag]), forKey: "tags") }
      try context.save()
      return notes.map { $0.objectID.uriRepresentation() }
    }
  }

  /// The number of objects of each entity of a version.
  func counts(_ text: String, migrating: Bool = false) throws -> [String: Int] {
    try using(text, migrating: migrating) { coordinator, context in
      var counts: [String: Int] = [:]
      for entity in coordinator.managedObjectModel.entities {
        let name = entity.name ?? ""
        counts[name] = try context.all(name).count
      }
      return counts
    }
  }

  /// The values of an attribute of all objects of an entity.
  func values<Value>(
    _ key: String, of name: String, in text: String, as type: Value.Type
  ) throws -> [Value?] {
    try using(text) { _, context in
      try context.all(name).map { $0.value(forKey: key) as? Value }
    }
  }

  func bytes(_ url: URL) throws -> Data { try Data(contentsOf: url) }

  /// The files of the folder that are no store's.
  func leftovers() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names.filter { $0.contains(".together") || $0.hasSuffix(".migrated") }
  }

  /// Migrates to a version with all relocations.
  func migrate(
    _ text: String, relocating: [EntityRelocation] = [],
    noting note: @escaping (String) -> Void = { _ in }
  ) throws {
    let coordinator = Self.coordinator(text)
    let plan = try coordinator.migrationPlan(for: descriptions, relocating: relocating)
    try coordinator.migrateAll(plan, noting: note)
  }

  static func code(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return (error as NSError).code
    }
  }
}
