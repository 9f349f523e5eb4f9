// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// The stores of docs/writing-a-store.md do what it says, and are what it shows.
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift code of the article, block by block.
  private static func blocks() throws -> [String] {
    let url = root.appendingPathComponent("docs/writing-a-store.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// What the sources mark as quoted.
  private static func regions() throws -> [String] {
    let folder = root.appendingPathComponent("Tests/ClientStores/Article")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .components(separatedBy: "// article: ").dropFirst()
        .map { part in
          let lines = part.components(separatedBy: "\n").dropFirst()
          let end = lines.firstIndex { $0.hasSuffix("// article end") } ?? lines.endIndex
          return lines[..<end].map { $0 + "\n" }.joined()
        }
    }
  }

  @Test func itQuotesTheSources() throws {
    let (blocks, regions) = (try Self.blocks(), try Self.regions())
    #expect(blocks.count >= 10)
    for region in regions {
      #expect(blocks.contains(region), "The article lacks:\n\(region)")
    }
    let usage = try #require(blocks.last)
    for block in blocks where block != usage {
      #expect(regions.contains(block), "The sources lack:\n\(block)")
    }
  }

  private func context(
    _ type: String, at url: URL, _ coordinator: NSPersistentStoreCoordinator
  ) throws -> NSManagedObjectContext {
    ClientStores.register()
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test(arguments: [PropertyListStore.storeType, DictionaryStore.storeType])
  func theyKeepWhatIsSaved(_ type: String) throws {
    let name = UUID().uuidString
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: file) }
    let url =
      type == DictionaryStore.storeType ? try #require(URL(string: "dictionary:\(name)")) : file
    let first = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
    let context = try context(type, at: url, first)
    let uri = try context.performAndWait {
      let item = context.insert("Item", ["name": "a", "weight": 1.5, "day": Date.distantPast])
      let tool = context.insert("Tool", ["name": "b", "next": item])
      _ = context.insert("Box", ["label": "c", "items": Set([item, tool]), "lid": item])
      _ = context.insert("Note", ["text": "d"])
      try context.save()
      tool.setValue("e", forKey: "name")
      context.delete(try context.only("Note"))
      try context.save()
      return tool.objectID.uriRepresentation()
    }
    for store in first.persistentStores { try first.remove(store) }
    let second = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
    let again = try self.context(type, at: url, second)
    try again.performAndWait {
      let box = try again.only("Box")
      #expect(Set(box.members("items").map { $0.string("name") }) == ["a", "e"])
      let tool = try again.only("Item", "next.weight == 1.5")
      #expect(tool.objectID.uriRepresentation() == uri)
      #expect(tool.entity.name == "Tool")
      #expect(try again.all("Item", "name < 'c'", sortedBy: "name").count == 1)
      #expect(try again.all("Note").isEmpty)
      #expect(try again.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 2)
    }
  }
}
