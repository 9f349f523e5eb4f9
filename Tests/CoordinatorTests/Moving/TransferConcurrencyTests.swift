// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// What other threads notice of a migration: nothing.
@Suite struct TransferConcurrencyTests {
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  /// Runs on a thread of its own; the result is waited for.
  private final class Work: @unchecked Sendable {
    // Sendable: the semaphore orders writing before reading.
    private let ended = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    init(_ body: @escaping @Sendable () throws -> Void) {
      Thread.detachNewThread { [self] in
        do { try body() } catch { failure = error }
        ended.signal()
      }
    }

    func wait() throws {
      ended.wait()
      if let failure { throw failure }
    }
  }

  // R-PSC-102
  @Test func readersAndWritersGoOnDuringMigrations() throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.fill(stage.context())
    let (reading, writing, isOver) = (stage.context(), stage.context(), Flag())
    let reader = Work {
      while !isOver.isSet {
        try reading.performAndWait {
          let people = try reading.all("Person", sortedBy: "firstName")
          guard people.map({ $0.string("firstName") }) == ["Ada", "Bob"] else {
            throw CocoaError(.coreData)
          }
          reading.reset()
        }
      }
    }
    let saved = Count()
    let writer = Work {
      while !isOver.isSet {
        try writing.performAndWait {
          _ = writing.insert("Draft", ["text": "x"])
          try writing.save()
        }
        saved.value.add(1, ordering: .relaxed)
      }
    }
    for round in 0..<3 {
      for type in TransferStage.types { try stage.migrate(to: type, "\(round)\(type)") }
    }
    isOver.set()
    try reader.wait()
    try writer.wait()
    let count = try stage.place.run(stage.coordinator) { try $0.all("Draft").count }
    #expect(count == saved.value.load(ordering: .relaxed))
    #expect(count > 0)
  }
}
