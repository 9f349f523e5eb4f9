// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// docs/migration.md: what it says compiles, and does what it says.
@Suite struct MigrationPageTests {
  private let file: ModelFile
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    file = try ModelFile()
    let contents = [
      ("Boats", "name:String"), ("Boats 2", "name:String label:String"),
      ("Boats 3", "name:String label:String! size:Integer 16"),
    ]
    for (version, attributes) in contents {
      try file.write(
        ModelFile.entity("Boat", content: Self.xml(attributes)), version: version, bundle: "Boats")
    }
  }

  private static func xml(_ attributes: String) -> String {
    attributes.replacingOccurrences(of: "Integer 16", with: "Integer_16").split(separator: " ").map
    {
      let parts = $0.split(separator: ":")
      let type = parts[1].replacingOccurrences(of: "_", with: " ")
      return "<attribute name=\"\(parts[0])\" optional=\"\(type.hasSuffix("!") ? "NO" : "YES")\" "
        + "attributeType=\"\(type.replacingOccurrences(of: "!", with: ""))\"/>"
    }.joined()
  }

  private var url: URL { directory.url.appendingPathComponent("boats") }

  private func bundle() throws -> Bundle { try #require(Bundle(path: file.folder.path)) }

  private func model(_ number: Int) throws -> NSManagedObjectModel {
    try MigrationPage.model(MigrationPage.versions[number - 1], in: bundle())
  }

  private func make(_ type: String, _ number: Int = 1) throws {
    let coordinator = try MigrationPage.open(url, ofType: type, with: model(number))
    try perform(coordinator) { context in
      _ = context.insert("Boat", ["name": "Argo"])
      try context.save()
    }
    close(coordinator)
  }

  private func perform<T>(
    _ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  private func close(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  private func labels(_ coordinator: NSPersistentStoreCoordinator) throws -> [String?] {
    try perform(coordinator) { context in
      try context.all("Boat").map { $0.string("label") }
    }
  }

  // R-PSC-530, R-PSC-630
  @Test(arguments: CarStage.types)
  func aStoreIsMigratedWhenItIsAdded(_ type: String) throws {
    try make(type)
    let coordinator = try MigrationPage.open(url, ofType: type, with: model(2))
    try MigrationPage.cleanUp(coordinator.persistentStores[0], coordinator)
    #expect(try labels(coordinator) == [nil])
    close(coordinator)
  }

  // R-PSC-614
  @Test(arguments: CarStage.types)
  func stagesRunWhenTheStoreIsLoaded(_ type: String) throws {
    try make(type, 2)
    let description = NSPersistentStoreDescription(url: url)
    description.type = type
    MigrationPage.use(MigrationPage.stages(try model(2), try model(3)), for: description)
    let container = NSPersistentContainer(name: "Boats", managedObjectModel: try model(3))
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    #expect(try labels(container.persistentStoreCoordinator) == ["Argo"])
    close(container.persistentStoreCoordinator)
  }

  // R-PSC-531: the usual recipe, with names of compiled models.
  @Test(arguments: CarStage.types)
  func aProgramWalksThroughItsVersions(_ type: String) throws {
    try make(type)
    let texts = MigrationPage.versions
    #expect(texts.count == 3)
    let coordinator = try MigrationPage.open(url, ofType: type, with: model(1))
    try perform(coordinator) { context in
      for boat in try context.all("Boat") { context.delete(boat) }
      try context.save()
    }
    close(coordinator)
    try MigrationPage.migrateStepByStep(url, type, in: bundle())
    let migrated = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: url)
    #expect(
      try model(3).isConfiguration(withName: nil, compatibleWithStoreMetadata: migrated))
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      .filter { UUID(uuidString: String($0.prefix(36))) != nil && !$0.hasSuffix("-lock") }
    #expect(left == [] || type == NSSQLiteStoreType)
  }

  // R-PSC-970
  @Test(arguments: CarStage.types)
  func notesGoToAnotherStore(_ type: String) throws {
    let old = ModelText(
      "Note\n  text String\nFolder\n  name String\n@Local: Note, Folder\n@Cloud: Folder")
    let new = ModelText(
      "Note\n  text String\nFolder\n  name String\n@Local: Folder\n@Cloud: Note, Folder")
    let descriptions = ["Local", "Cloud"].map { name in
      let description = NSPersistentStoreDescription(
        url: directory.url.appendingPathComponent(name.lowercased()))
      description.type = type
      description.configuration = name
      return description
    }
    let before = NSPersistentContainer(name: "Notes", managedObjectModel: old.model())
    before.persistentStoreDescriptions = descriptions
    before.loadPersistentStores { _, error in #expect(error == nil) }
    try perform(before.persistentStoreCoordinator) { context in
      _ = context.insert("Note", ["text": "a"])
      try context.save()
    }
    close(before.persistentStoreCoordinator)
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: new.model())
    container.persistentStoreDescriptions = descriptions
    let plan = try MigrationPage.migrateTogether(container)
    #expect(plan.stores.first?.fate == .relocated)
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let places = try perform(container.persistentStoreCoordinator) { context in
      try context.all("Note").map { $0.objectID.persistentStore?.url?.lastPathComponent }
    }
    #expect(places == ["cloud"])
    close(container.persistentStoreCoordinator)
  }

  /// Every example of the page stands in a source of the tests.
  @Test func whatThePageShowsIsCompiled() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/migration.md"), encoding: .utf8)
    let sources = try ["MigrationPage.swift", "ProgressiveMigration.swift"].map { name in
      lines(
        try String(
          contentsOf: root.appendingPathComponent("Tests/MigrationTests/Page/\(name)"),
          encoding: .utf8))
    }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      lines($0.components(separatedBy: "```")[0])
    }
    #expect(blocks.count == 7)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block.prefix(80))")
    }
  }

  /// The text without indentation and empty lines.
  private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
