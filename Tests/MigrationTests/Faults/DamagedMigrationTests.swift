// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Damaged stores that are to be migrated: they are, or an error names them and they are as they were.
///
/// `OPENCOREDATA_DAMAGE` says how many of each kind.
@Suite struct DamagedMigrationTests {
  private static let former = """
    Item
      name String!
      scan Data
      box > Box.items
    Box
      title String
      items >> Item.box
    """
  private static let present = former.replacing(
    "  name String!", with: "  title String! was name\n  rank Int16! = 3")
  private static let count =
    ProcessInfo.processInfo.environment["OPENCOREDATA_DAMAGE"].flatMap(Int.init) ?? 20

  /// A whole file of a store, and what it says after its migration.
  private struct Sample {
    let store: MigratedStore
    let whole: Data

    init(_ type: String) throws {
      store = try MigratedStore(type)
      _ = try store.filled(ModelText(DamagedMigrationTests.former).model(), count: 40)
      whole = try Data(contentsOf: store.url)
    }

    /// Puts other bytes in the place of the file, alone in its folder.
    func write(_ bytes: Data) throws {
      let manager = FileManager.default
      for name in try manager.contentsOfDirectory(atPath: store.directory.path) {
        try manager.removeItem(at: store.directory.appendingPathComponent(name))
      }
      try bytes.write(to: store.url)
    }

    /// Returns the error of a migration; nil when it has succeeded.
    func failure() -> (any Error)? {
      do {
        try store.use(ModelText(DamagedMigrationTests.present).model()) { context in
          // What is read afterwards has an answer or an error.
          _ = try? Content(of: context)
        }
        return nil
      } catch {
        return error
      }
    }

    /// Looks at what a migration has made of damaged bytes. What does no harm may go unnoticed.
    func check(_ bytes: Data, _ damage: String) throws {
      try write(bytes)
      guard let error = failure() else { return }
      let text = "\(error) \((error as NSError).userInfo)"
      #expect(text.contains(store.url.path), "\(store.type) \(damage): \(text)")
      #expect(!(error as NSError).localizedDescription.isEmpty, "\(store.type) \(damage)")
      #expect(try isUntouched(bytes), "\(store.type) \(damage): \(text)")
      #expect(try leftovers == [], "\(store.type) \(damage)")
    }

    private func isUntouched(_ bytes: Data) throws -> Bool {
      try Data(contentsOf: store.url) == bytes
    }

    private var leftovers: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: store.directory.path)
          .filter { !["store", "store-wal", "store-shm", "store-lock"].contains($0) }
      }
    }
  }

  // R-PSC-543, R-PSC-845
  @Test(arguments: MigratedStore.types)
  func aShortenedStoreIsRefusedAndLeftAlone(_ type: String) throws {
    let sample = try Sample(type)
    let step = max(1, sample.whole.count / Self.count)
    for length in stride(from: 1, to: sample.whole.count - 1, by: step) {
      let bytes = sample.whole.prefix(length)
      try sample.check(bytes, "of \(length) bytes")
      // SQLite fills the last page up.
      let isWhole = type == NSSQLiteStoreType && length > sample.whole.count - 4096
      #expect(sample.failure() != nil || isWhole, "\(type) of \(length) bytes")
    }
  }

  // R-PSC-543, R-PSC-845
  @Test(arguments: MigratedStore.types)
  func aStoreWithOtherBytesIsMigratedOrLeftAlone(_ type: String) throws {
    let sample = try Sample(type)
    var random = SplitMix64(seed: 20_261_123)
    for round in 0..<(2 * Self.count) {
      var bytes = sample.whole
      for _ in 0...random.below(4) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      try sample.check(bytes, "round \(round)")
    }
  }
}
