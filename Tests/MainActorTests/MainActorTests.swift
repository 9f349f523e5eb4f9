// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// A client in Swift 6 mode whose declarations are on the main actor by default.
@Suite struct MainActorTests {
  private func makeContainer() throws -> NSPersistentContainer {
    let url = try #require(
      Bundle.module.url(forResource: "Bookshop", withExtension: "xcdatamodeld"))
    let container = NSPersistentContainer(
      name: "Bookshop", managedObjectModel: try #require(NSManagedObjectModel(contentsOf: url)))
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { #expect($1 == nil) }
    return container
  }

  // S-69, R-CTX-930, R-CTX-933, R-CTX-934, R-CTX-935
  @Test func aViewModelWorksWithTasksAndIDs() async throws {
    let catalogue = Catalogue(container: try makeContainer())
    try await catalogue.add("Emma", to: "Novels")
    #expect(catalogue.titles == ["Emma"])
    #expect(catalogue.selected?.shelf?.label == "Novels")
    #expect(catalogue.selected?.pages == 100)
    try await catalogue.addAll(["Ulysses", "Dubliners"])
    #expect(catalogue.titles == ["Dubliners", "Emma", "Ulysses"])
    #expect(try await catalogue.count() == 3)
  }

  // S-69, R-CTX-932: constants are usable from any isolation.
  @Test func constantsAreUsableAnywhere() async {
    let names = await Task.detached {
      [
        NSErrorMergePolicy === NSMergePolicy.error,
        Notification.Name.NSManagedObjectContextDidSave
          == NSManagedObjectContext.didSaveObjectsNotification,
        NSMergeByPropertyObjectTrumpMergePolicy === NSMergePolicy.mergeByPropertyObjectTrump,
        NSSnapshotEventType.refresh.rawValue == 32,
      ]
    }.value
    #expect(names == [true, true, true, true])
  }

  /// What the compiler says of code that a client might write.
  private func diagnostics(_ code: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sendable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Snippet.swift")
    try ("import CoreData\n" + code).write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", file.path]
      + ["-I", try #require(Self.modules).path]
      + ["CRuntime", "CSQLite", "CLMDB", "CZlib", "CExpat"].flatMap {
        ["-I", sources.appendingPathComponent($0).path]
      }
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// The folder of this build's modules, beside the test program or above it.
  private static var modules: URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let modules = folder.appendingPathComponent("Modules")
      if FileManager.default.fileExists(
        atPath: modules.appendingPathComponent("CoreData.swiftmodule").path)
      {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  // R-CTX-934: as on Apple's platforms, what overrides is written as belonging to no actor.
  @Test func subclassesThatBelongToNoActorOverride() {
    nonisolated final class Shelf: NSPersistentContainer, @unchecked Sendable {
      override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/shelf") }
    }
    nonisolated final class Policy: NSMergePolicy, @unchecked Sendable {
      override func resolve(mergeConflicts list: [Any]) throws {
        try super.resolve(mergeConflicts: list)
      }
    }
    nonisolated final class Doubling: ValueTransformer, @unchecked Sendable {
      override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { 2 * $0 } }
    }
    #expect(Shelf.defaultDirectoryURL().path == "/shelf")
    #expect(throws: Never.self) {
      try Policy(merge: .rollbackMergePolicyType).resolve(mergeConflicts: [])
    }
    #expect(Doubling().transformedValue(21) as? Int == 42)
  }

  // S-69, R-CTX-931: an object must not leave its context's queue, a subclass's neither.
  @Test func capturingAnObjectInASendableClosureIsAnError() throws {
    let objects = try diagnostics(
      """
      final class Person: NSManagedObject {}
      func run(_ work: @escaping @Sendable () -> Void) {}
      func first(_ object: NSManagedObject) { run { print(object) } }
      func second(_ person: Person) { run { print(person) } }
      """)
    #expect(objects.contains("Snippet.swift:4:53: error: capture of 'object'"))
    #expect(objects.contains("Snippet.swift:5:45: error: capture of 'person'"))
    let sendable = try diagnostics(
      """
      func run(_ work: @escaping @Sendable () -> Void) {}
      func third(
        _ id: NSManagedObjectID, _ context: NSManagedObjectContext,
        _ container: NSPersistentContainer, _ coordinator: NSPersistentStoreCoordinator
      ) { run { print(id, context, container, coordinator) } }
      """)
    #expect(sendable == "")
  }
}
