// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// The page about model files shows one that can be used.
struct ModelPageTests {
  private static func example() throws -> String {
    let page = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }.appendingPathComponent("docs/model-file.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```xml\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test func itsModelLoads() throws {
    let file = try ModelFile()
    let url = file.folder.appendingPathComponent("Shop.xml")
    try Data(Self.example().utf8).write(to: url)
    let model = try NSManagedObjectModel.load(from: url)
    #expect(model.entities.map(\.name) == ["Book", "Customer", "Order", "Product"])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "Catalogue", at: nil, options: nil)
    #expect(coordinator.persistentStores.count == 1)
  }
}
