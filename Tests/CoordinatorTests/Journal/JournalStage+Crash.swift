// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import Testing

extension JournalStage {
  /// Copies the files between the home's commit and the followers'.
  func crash(
    _ coordinator: NSPersistentStoreCoordinator, at image: URL, from folder: URL,
    while save: () throws -> Void
  ) throws {
    let home = try #require(coordinator.homeStore).ordinal
    coordinator.router.commitHook = { point in
      // Without the image nothing can be opened there.
      if point == .didCommit(ordinal: home) { try? CrashImage.copy(folder, to: image) }
    }
    defer { coordinator.router.commitHook = nil }
    try save()
  }

  /// Which of two stores follows the other.
  var follower: Int {
    var homes: [Int] = []
    for kind in [Kind.sqlite, .lmdb] { homes += kinds.indices.filter { kinds[$0] == kind } }
    return 1 - (homes.first ?? 0)
  }
}
