// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Synchronization
import Testing

/// Processes that die while they migrate a file.
@Suite struct KilledMigrationTests {
  private static let seeds: [UInt64] = [3, 7, 21]

  // R-PSC-539
  @Test func aFileWhoseMigrationWasKilledIsOfTheOldVersion() async throws {
    for seed in Self.seeds {
      let fixture = try InPlaceFixture(RandomMigration.migration(seed))
      let dataset = RandomDataset.dataset(fixture.migration.source, seed: seed, count: 60)
      try fixture.fill(dataset)
      let before = try contents(fixture)
      let folder = fixture.url.deletingLastPathComponent()
      let calls = try Self.calls(seed, dataset)
      for step in 1...calls {
        try await kill(folder, seed: seed, at: step)
        #expect(try contents(fixture) == before, "seed \(seed), step \(step)")
      }
      #expect(try fixture.migrate() == .migrated)
      let migrated = try fixture.contents(dataset)
      #expect(migrated.found == migrated.expected, "seed \(seed)")
    }
  }

  /// How often a migration tells how far it is.
  private static func calls(_ seed: UInt64, _ dataset: Dataset) throws -> Int {
    let fixture = try InPlaceFixture(RandomMigration.migration(seed))
    try fixture.fill(dataset)
    let calls = Counter()
    try fixture.migrate { migration in
      migration.progress = { _ in calls.next() > 0 }
    }
    return calls.next() - 1
  }

  private func contents(_ fixture: InPlaceFixture) throws -> StoreContents {
    let session = try fixture.openOld()
    defer { session.backend.close() }
    return try StoreContents(session)
  }

  /// Has another process migrate, and die when it is told how far it is for the nth time.
  private func kill(_ folder: URL, seed: UInt64, at step: Int) async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as URL, seed = seed as UInt64, step = step as Int] in
      let fixture = try InPlaceFixture(RandomMigration.migration(seed), in: folder)
      let calls = Counter()
      try fixture.migrate { migration in
        migration.progress = { _ in
          if calls.next() == step { Foundation.kill(getpid(), SIGKILL) }
          return true
        }
      }
    }
  }
}

/// A count for closures that run on any thread.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
#endif
