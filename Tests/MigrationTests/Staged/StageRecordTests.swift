// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What the histories of stores say of the stages that they went through.
@Suite struct StageRecordTests {
  private static let history = [NSPersistentHistoryTrackingKey: true]

  /// The transactions of a store of the fourth version by their authors, with the number of changes.
  private func transactions(_ stage: CarStage) throws -> [(author: String?, count: Int)] {
    let coordinator = try stage.open(4, options: Self.history)
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
    let plain = stage.lightweight(4)
    plain.label = "Plain"
    try stage.migrate(
      to: 4, [stage.lightweight(1), stage.labelling(), plain], options: Self.history)
    let transactions = try transactions(stage)
    let authors = transactions.compactMap(\.author).filter { ["Plain", "Labels"].contains($0) }
    #expect(authors == ["Labels", "Plain"])
    #expect(transactions.filter { $0.author != nil }.allSatisfy { $0.count == 0 })
    // Those of the cars, and of the handler that labels them.
    #expect(transactions.filter { $0.count > 0 }.count == 2)
  }

  // R-PSC-618
  @Test(arguments: Workplace.types)
  func aStoreWithoutAHistoryGetsNoneByItsStages(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    try stage.migrate(to: 4, [stage.lightweight(1), stage.labelling(), stage.lightweight(4)])
    #expect(try transactions(stage).isEmpty)
  }
}
