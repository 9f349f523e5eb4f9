// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import Testing

@testable import CoreData

/// Damaged archives: an error or a model, and the program goes on (R-MOD-309).
struct ArchiveFuzzTests {
  private static let file = URL(fileURLWithPath: "/models/Mutant.mom")

  /// An archive by hand, and those of Apple's tools where there are any.
  private static func archives() throws -> [Data] {
    let samples = try AppleSamples.compiledVersions.compactMap { version in
      try AppleSamples.file("compiled/\(version).mom").map { try Data(contentsOf: $0) }
    }
    return [HandMadeModel.everything()] + samples
  }

  /// Reads a mutant, and uses what could be read. Returns true for a model.
  private static func read(_ data: Data) -> Bool {
    guard let model = try? ArchivedModel.model(from: data, file: file) else { return false }
    _ = model.entityVersionHashesByName
    _ = model.copy()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    // A model may be one that no store takes.
    _ = try? coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    return true
  }

  // R-MOD-309
  @Test(arguments: 0..<8) func changedBytesAreNoTrap(_ round: Int) throws {
    let archives = try Self.archives()
    var random = SeededBytes(state: UInt64(round) &* 7919 &+ 1)
    var models = 0
    for number in 0..<250 {
      var data = archives[number % archives.count]
      for _ in 0...(random.next() % 6) {
        data[Int(random.next() % UInt64(data.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      models += Self.read(data) ? 1 : 0
    }
    // Some mutants are still models, so that what follows reading is tried too.
    #expect(models > 0)
    #expect(models < 250)
  }

  // R-MOD-309
  @Test func cutArchivesAreErrors() throws {
    let whole = HandMadeModel.everything()
    let read = stride(from: 0, to: whole.count - 1, by: 37).count { Self.read(whole.prefix($0)) }
    #expect(read == 0)
    #expect(Self.read(whole))
  }

  private struct SeededBytes {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state >> 11
    }
  }
}
