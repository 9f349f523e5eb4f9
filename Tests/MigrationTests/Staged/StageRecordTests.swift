// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What stores say of the stages that they went through, and what they must say to go on.
@Suite struct StageRecordTests {
  // MARK: - History

  private static let history = [NSPersistentHistoryTrackingKey: true]

  /// The transactions of a store of the third version by their authors, with the number of changes.
  private func transactions(_ stage: CarStage) throws -> [(author: String?, count: Int)] {
    let coordinator = try stage.open(3, options: Self.history)
    defer { stage.close(coordinator) }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    request.resultType = .transactionsAndChanges
    return try stage.perform(coordinator) { context in
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
      return transactions.map { ($0.author, $0.changes?.count ?? 0) }
    }
  }

  // R-PSC-618
  @Test(arguments: Workplace.types)
  func eachStageStandsInTheHistoryUnderItsLabel(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1, options: Self.history)
    let plain = stage.lightweight(1, 2)
    plain.label = "Plain"
    try stage.migrate(to: 3, [plain, stage.labelling()], options: Self.history)
    let transactions = try transactions(stage)
    let authors = transactions.compactMap(\.author).filter { ["Plain", "Labels"].contains($0) }
    #expect(authors == ["Plain", "Labels"])
    #expect(transactions.filter { $0.author != nil }.allSatisfy { $0.count == 0 })
    // Those of the cars, and of the handler that labels them.
    #expect(transactions.filter { $0.count > 0 }.count == 2)
  }

  // R-PSC-618
  @Test(arguments: Workplace.types)
  func aStoreWithoutAHistoryGetsNoneByItsStages(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    try stage.migrate(to: 3, [stage.lightweight(1, 2), stage.labelling()])
    #expect(try transactions(stage).isEmpty)
  }

  // MARK: - Checksums

  private func removeChecksum(_ stage: CarStage) throws {
    var metadata = try StaticMetadata.read(type: stage.type, at: stage.url)
    metadata[NSPersistentStoreModelVersionChecksumKey] = nil
    try StaticMetadata.write(metadata, type: stage.type, at: stage.url)
    let stored = try StaticMetadata.read(type: stage.type, at: stage.url)
    try #require(stored[NSPersistentStoreModelVersionChecksumKey] == nil)
  }

  // R-PSC-613
  @Test(arguments: CarStage.types)
  func aStoreWithoutAChecksumIsOfTheVersionOfTheModelInIt(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(2)
    try removeChecksum(stage)
    try stage.migrate(to: 4, [stage.lightweight(1), stage.labelling(), stage.lightweight(4)])
    #expect(try stage.values(4, "label") == ["a", "b"])
  }

  // R-PSC-613
  @Test(arguments: CarStage.types)
  func aStoreThatDoesNotTellItsVersionIsRefused(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    try removeChecksum(stage)
    #expect(stage.code(to: 4, [stage.labelling(), stage.lightweight(4)]) == 134505)
    #expect(try stage.values(1, "name") == ["a", "b"])
  }
}
