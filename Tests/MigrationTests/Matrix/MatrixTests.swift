// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Every change that can be inferred, on every kind of store that outlives a process.
@Suite struct MatrixTests {
  /// Objects of each entity. `OPENCOREDATA_MATRIX=50000` asks for more.
  private static let counts: [Int] = {
    let more = ProcessInfo.processInfo.environment["OPENCOREDATA_MATRIX"].flatMap(Int.init)
    return more.map { [$0] } ?? [0, 1, 40]
  }()

  // R-PSC-530, R-PSC-535, R-PSC-538
  @Test(arguments: MigratedStore.types, ModelChange.all)
  func objectsAreWhatTheChangeMakesOfThem(_ type: String, _ change: ModelChange) throws {
    let isFileOfNodes = !MigratedStore.enforcesUniqueness(type)
    guard !isFileOfNodes || !change.hasConstraints && !change.needsOneOwner else { return }
    for count in Self.counts {
      let store = try MigratedStore(type)
      let before = try store.filled(change.formerModel, count: count)
      var expected = before
      change.effect(&expected)
      let after = try store.content(change.presentModel)
      #expect(after == expected, "\(count) objects: \(after.difference(from: expected))")
      // A second opening finds nothing to do.
      #expect(try store.content(change.presentModel) == after)
    }
  }
}
