// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What an engine cannot do in place: its content is copied into a new file, which takes the place.
@Suite struct EngineCopyTests {
  private static let options = [NSPersistentHistoryTrackingKey: true]

  private func subject(_ stage: CarStage) -> MigrationSubject {
    MigrationSubject(
      url: stage.url, type: stage.type, configuration: nil,
      options: StoreOptionValues(Self.options))
  }

  /// Brings the store from a version to the next by a copy.
  private func copy(_ stage: CarStage, from version: Int, label: String? = nil) throws {
    var step = LightweightMigration(
      subject(stage), from: stage.models[version - 1], to: stage.models[version])
    step.label = label
    let plan = try #require(try step.plan(for: try subject(stage).metadata()))
    try CopyMigration(step: step, kind: try StoreRegistry.kind(of: stage.type), plan).run()
  }

  private func uris(_ stage: CarStage, _ version: Int) throws -> [URL] {
    let coordinator = try stage.open(version, options: Self.options)
    defer { stage.close(coordinator) }
    return try stage.perform(coordinator) { context in
      try context.all("Car", sortedBy: "price").map { $0.objectID.uriRepresentation() }
    }
  }

  // R-PSC-538, R-PSC-585
  @Test(arguments: Workplace.types)
  func aCopyTakesThePlaceOfTheFile(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1, options: Self.options)
    let (former, before) = (try stage.metadata, try uris(stage, 1))
    try copy(stage, from: 1)
    #expect(try stage.version == 2)
    #expect(try stage.values(2, "name") == ["a", "b"])
    #expect(try uris(stage, 2) == before)
    #expect(try stage.metadata[NSStoreUUIDKey] as? String == former[NSStoreUUIDKey] as? String)
    let kept = try StoreModel.read(at: stage.url, type: type)
    #expect(kept?.versionChecksum == stage.models[1].versionChecksum)
  }

  // R-PSC-538, R-PSC-618
  @Test(arguments: Workplace.types)
  func theHistoryGoesOnInTheCopy(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1, options: Self.options)
    try copy(stage, from: 1, label: "Step")
    let coordinator = try stage.open(2, options: Self.options)
    defer { stage.close(coordinator) }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    let transactions = try stage.perform(coordinator) { context in
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }
    #expect(transactions.map { $0.changes?.count ?? 0 } == [2, 0])
    #expect(transactions.last?.author == "Step")
  }

  // R-PSC-540
  @Test(arguments: Workplace.types)
  func aStoreOfAnotherVersionIsLeftAlone(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let step = LightweightMigration(subject(stage), from: stage.models[0], to: stage.models[1])
    let plan = try #require(try step.plan(for: try subject(stage).metadata()))
    try copy(stage, from: 1)
    let before = try Data(contentsOf: stage.url)
    try CopyMigration(step: step, kind: try StoreRegistry.kind(of: type), plan).run()
    #expect(try Data(contentsOf: stage.url) == before)
  }

  // R-PSC-535, R-PSC-541: the file goes on with the first name of an entity.
  @Test(arguments: CarStage.types)
  func theObjectsOfARenamedEntityKeepItFromBecomingAbstract(_ type: String) throws {
    let stage = try CarStage(
      type,
      [
        "Car\n  name String\n  price Int32", "Auto was Car\n  name String\n  price Int32",
        "Auto abstract\n  name String\n  price Int32\nVan: Auto",
      ])
    try stage.make(1)
    let options: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    stage.close(try stage.open(2, options: options))
    let error = try #require(throws: CocoaError.self) { try stage.open(3, options: options) }
    #expect(error.code == .migration)
    #expect(
      (error.userInfo["reason"] as? String)?.contains("2 object(s) of the entity Auto") == true)
    #expect(try stage.version == 2)
  }
}
