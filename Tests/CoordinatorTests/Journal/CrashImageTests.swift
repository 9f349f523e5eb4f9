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
    try check(stage, orders: [[0, 1], [1, 0]])
  }

  // R-PSC-916, R-PSC-918, R-PSC-992
  @Test(arguments: JournalStage.triples)
  func everyImageOfATripleHasAllOrNothing(_ stage: JournalStage) throws {
    let turn = stage.testDescription.utf8.reduce(0) { $0 + Int($1) } % 3
    try check(stage, orders: [[turn, (turn + 1) % 3, (turn + 2) % 3]])
  }

  private func check(_ stage: JournalStage, orders: [[Int]]) throws {
    let directory = try TemporaryDirectory()
    // The first save pledges the followers, the third has a journal to clear.
    for save in [1, 3] as [Int64] {
      for image in try images(of: save, stage, directory.url) {
        for order in orders {
          let folder = directory.url.appendingPathComponent(UUID().uuidString)
          try CrashImage.copy(image.folder, to: folder)
          let lasts = try stage.lasts(folder, order: order)
          #expect(lasts == lasts.map { _ in lasts[0] }, "\(save) \(image.point) \(order)")
          let expected = image.isDecided ? [save] : [save - 1]
          #expect(expected.contains(lasts[0]), "\(save) \(image.point) \(order)")
          // It goes on from there.
          let context = stage.context(try stage.open(folder))
          try stage.save(lasts[0] + 1, in: context)
          #expect(try stage.last(0, in: context) == lasts[0] + 1)
        }
      }
    }
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
    coordinator.router.commitHook = { point in
      if point == .didCommit(ordinal: home) { isDecided.withLock { $0 = true } }
      let image = directory.appendingPathComponent(UUID().uuidString)
      // Without its image a step is missing below.
      guard (try? CrashImage.copy(folder, to: image)) != nil else { return }
      let decided = isDecided.withLock { $0 }
      taken.withLock { $0.append(Image(point: point, folder: image, isDecided: decided)) }
    }
    try stage.save(last, in: context)
    coordinator.router.commitHook = nil
    let images = taken.withLock { $0 }
    #expect(images.count == 3 + 4 * stage.kinds.count)
    return images
  }
}
