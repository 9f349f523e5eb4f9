// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// What the compiler says of programs that use the library, in several language modes.
@Suite struct CompilationTests {
  /// Checks a program against the module that is being tested; returns what the compiler says.
  private static func compile(_ text: String, _ arguments: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("compile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("Program.swift")
    try text.write(to: source, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-warnings-as-errors"] + arguments + moduleArguments + [source.path]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let said = String(decoding: output, as: UTF8.self)
    return process.terminationStatus == 0 || said.contains("error:") ? said : "error: no compiler"
  }

  /// Where the module is, and the C modules that it was built with.
  private static var moduleArguments: [String] {
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let roots = [products, Bundle.main.bundleURL, Bundle.main.executableURL ?? products]
    let folders = roots.flatMap { [$0, $0.deletingLastPathComponent()] }
      .map { $0.appendingPathComponent("Modules").path }
      .filter { FileManager.default.fileExists(atPath: $0 + "/CoreData.swiftmodule") }
    let sources = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }.appendingPathComponent("Sources")
    let maps = ["CRuntime", "CSQLite", "CLMDB", "CZlib", "CExpat"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(sources.path)/\($0)/module.modulemap"]
    }
    return folders.prefix(1).flatMap { ["-I", $0] } + maps
  }

  private static let program = """
    import CoreData
    import Foundation

    class Person: NSManagedObject {
      override func awakeFromInsert() { super.awakeFromInsert() }
      override func awakeFromFetch() { super.awakeFromFetch() }
      override func willSave() { super.willSave() }
      override func prepareForDeletion() { super.prepareForDeletion() }
      override func validateForInsert() throws { try super.validateForInsert() }
    }

    @MainActor final class Counter {
      var count = 0
      let container: NSPersistentContainer

      init(_ container: NSPersistentContainer) { self.container = container }

      func load() async throws {
        let context = container.newBackgroundContext()
        count = try await context.perform {
          try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).count
        }
        let id = try await context.perform { () throws -> NSManagedObjectID in
          let person = Person(context: context)
          try context.save()
          return person.objectID
        }
        let person = try container.viewContext.existingObject(with: id)
        container.viewContext.performAndWait { person.setValue("Ada", forKey: "name") }
        _ = Notification.Name.NSManagedObjectContextDidSave
      }

      func touch(_ context: NSManagedObjectContext) {
        context.perform { context.mergePolicy = NSOverwriteMergePolicy }
      }
    }
    """

  // R-CTX-932, R-CTX-933, R-CTX-934, R-CTX-935
  @Test(arguments: [
    ["-swift-version", "5"], ["-swift-version", "6"],
    ["-swift-version", "6", "-default-isolation", "MainActor"],
  ])
  func programsCompileInEveryMode(_ arguments: [String]) throws {
    let said = try Self.compile(Self.program, arguments)
    #expect(said == "")
  }

  // R-CTX-931, R-CTX-933
  @Test(arguments: [
    "context.perform { _ = object.isFault }",
    "let block: @Sendable () -> Bool = { object.isFault }; _ = block",
  ])
  func objectsDoNotCrossIntoOtherIsolations(_ statement: String) throws {
    let said = try Self.compile(
      """
      import CoreData
      func use(_ context: NSManagedObjectContext, _ object: NSManagedObject) { \(statement) }
      """, ["-swift-version", "6"])
    #expect(said.contains("error:"))
    #expect(said.contains("Program.swift:2"))
  }

  /// What clients of Apple's framework write: blocks that capture what is not Sendable.
  private static let blocks = [
    "context.perform { counter.value += 1 }",
    "await context.perform { counter.value += 1 }",
    "await context.perform(schedule: .enqueued) { counter.value += 1 }",
    "try await context.perform { try body(context) }",
    "container.performBackgroundTask { counter.value += $0.hasChanges ? 1 : 0 }",
    "await container.performBackgroundTask { counter.value += $0.hasChanges ? 1 : 0 }",
    "_ = try await container.performBackgroundTask { try body($0) }",
    "context.performAndWait { counter.value += 1 }",
  ]

  private static func capturing(_ statement: String) -> String {
    """
    import CoreData
    final class Counter { var value = 0 }
    func use(
      _ context: NSManagedObjectContext, _ container: NSPersistentContainer, _ counter: Counter,
      _ body: @escaping (NSManagedObjectContext) throws -> Void
    ) \(statement.contains("await") ? "async " : "")throws {
      \(statement)
    }
    """
  }

  // R-CTX-043, R-CTX-933: as the declarations of Apple's framework are @preconcurrency
  @Test(arguments: blocks)
  func blocksMayCaptureWhatIsNotSendable(_ statement: String) throws {
    for version in ["5", "6"] {
      let said = try Self.compile(
        Self.capturing(statement), ["-swift-version", version, "-no-warnings-as-errors"])
      #expect(!said.contains("error:"), "\(said)")
    }
  }
}
