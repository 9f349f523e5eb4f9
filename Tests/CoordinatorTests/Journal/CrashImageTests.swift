// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

/// The files of a save at every step of its commit, each opened as after a crash: the table of
/// R-PSC-916 over the kinds of durable stores.
@Suite struct CrashImageTests {
  private struct Image: Sendable {
    let point: CommitPoint
    let folder: URL
    /// True once the home has committed.
    let isDecided: Bool
  }

  // R-PSC-916, R-PSC-918, R-PSC-992
  @Test(arguments: JournalStage.pairs)
  func everyImageOfAPairHasAllOrNothing(_ stage: JournalStage) throws {
    // The first save pledges the followers, the third has a journal to clear.
    try check(stage, saves: [1, 3], orders: [[0, 1], [1, 0]])
  }

  // R-PSC-916, R-PSC-918, R-PSC-992
  @Test(arguments: JournalStage.triples)
  func everyImageOfATripleHasAllOrNothing(_ stage: JournalStage) throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    try check(stage, saves: [3], orders: orders)
  }

  /// Each image is opened in another order of the stores; in all of them by `make torture`.
  private func check(_ stage: JournalStage, saves: [Int64], orders: [[Int]]) throws {
    let directory = try TemporaryDirectory()
    for save in saves {
      for (place, image) in try images(of: save, stage, directory.url).enumerated() {
        let some = isThorough ? orders : [orders[place % orders.count]]
        for order in some { try check(image, save, stage, order) }
      }
    }
  }

  private let isThorough = ProcessInfo.processInfo.environment["CORE_DATA_FAULTS"] == "all"

  private func check(
    _ image: Image, _ save: Int64, _ stage: JournalStage, _ order: [Int]
  ) throws {
    let folder = image.folder.deletingLastPathComponent()
      .appendingPathComponent(UUID().uuidString)
    try CrashImage.copy(image.folder, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }  // goes with its parent at the latest
    let context = stage.context(try stage.open(folder, order: order))
    let lasts = try stage.kinds.indices.map { try stage.last($0, in: context) }
    let expected = image.isDecided ? save : save - 1
    #expect(lasts == lasts.map { _ in expected }, "\(save) \(image.point) \(order)")
    // It goes on from there.
    try stage.save(expected + 1, in: context)
    #expect(try stage.last(0, in: context) == expected + 1)
  }

  /// Makes saves up to one, of which the files are copied at each step.
  private func images(of last: Int64, _ stage: JournalStage, _ directory: URL) throws -> [Image] {
    let folder = directory.appendingPathComponent("stores \(last)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try stage.open(folder)
    let context = stage.context(coordinator)
    for number in 1..<last { try stage.save(number, in: context) }
    let home = try #require(coordinator.homeStore).ordinal
    let taken = Mutex<[Image]>([])
    let isDecided = Mutex(false)
    // Before the first commit nothing is written that a triple has and a pair has not.
    let isPair = stage.kinds.count == 2
    let isWaiting = Mutex(!isPair)
    coordinator.router.commitHook = { point in
      if point == .didCommit(ordinal: home) { isDecided.withLock { $0 = true } }
      if point == .willCommit { isWaiting.withLock { $0 = false } }
      guard isWaiting.withLock({ !$0 }) else { return }
      let image = directory.appendingPathComponent(UUID().uuidString)
      // Without its image a step is missing below.
      guard (try? CrashImage.copy(folder, to: image)) != nil else { return }
      let decided = isDecided.withLock { $0 }
      taken.withLock { $0.append(Image(point: point, folder: image, isDecided: decided)) }
    }
    try stage.save(last, in: context)
    coordinator.router.commitHook = nil
    let images = taken.withLock { $0 }
    #expect(images.count == (isPair ? 3 + 4 * 2 : 2 + 3))
    return images
  }
}
