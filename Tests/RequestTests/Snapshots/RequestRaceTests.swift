// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Totals that a writer keeps the same, asked for while it writes.
struct RequestRaceTests {
  /// Runs a block over and over beside a writer, until both have done enough.
  private func besideWriter(_ bank: Bank, _ block: (NSManagedObjectContext) throws -> Void) throws {
    let rounds = Atomic(0)
    let moves = Atomic(0)
    let isOver = Atomic(false)
    let done = DispatchSemaphore(value: 0)
    let writer = Thread {
      while !isOver.load(ordering: .acquiring) {
        do { try bank.move() } catch { Issue.record(error) }
        moves.add(1, ordering: .releasing)
      }
      done.signal()
    }
    writer.start()
    defer {
      isOver.store(true, ordering: .releasing)
      done.wait()
    }
    while rounds.load(ordering: .relaxed) < 12 || moves.load(ordering: .acquiring) < 12 {
      try bank.stack.run(block)
      rounds.add(1, ordering: .relaxed)
    }
  }

  private func sum(_ key: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = "total"
    description.expression = NSExpression(
      forFunction: "sum:", arguments: [NSExpression(forKeyPath: key)])
    description.expressionResultType = .integer64AttributeType
    return description
  }

  // R-REQ-026, R-PSC-960
  @Test(arguments: StackKind.all)
  func aTotalOverAllStoresIsAlwaysRight(_ kind: StackKind) throws {
    try besideWriter(Bank(kind)) { context in
      let aggregate = NSFetchRequest<NSDictionary>(entityName: "Pot")
      aggregate.resultType = .dictionaryResultType
      aggregate.propertiesToFetch = [sum("balance")]
      let sums = try context.fetch(aggregate)
      #expect(sums.first?["total"] as? Int == Bank.total)
      aggregate.propertiesToFetch = ["balance"]
      let values = try context.fetch(aggregate).compactMap { $0["balance"] as? Int }
      #expect(values.reduce(0, +) == Bank.total)
      let objects = NSFetchRequest<NSManagedObject>(entityName: "Pot")
      objects.returnsObjectsAsFaults = false
      let balances = try context.fetch(objects).compactMap { $0.value(forKey: "balance") as? Int }
      #expect(balances.reduce(0, +) == Bank.total)
    }
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func aTotalOfMembersIsAlwaysRight(_ kind: StackKind) throws {
    try besideWriter(Bank(kind)) { context in
      let entries = NSFetchRequest<NSDictionary>(entityName: "Account")
      entries.resultType = .dictionaryResultType
      entries.propertiesToFetch = [sum("entries.@sum.amount")]
      let sums = try context.fetch(entries)
      #expect(sums.first?["total"] as? Int == 400)
    }
  }

  // R-CTX-542, R-REQ-026
  @Test(arguments: StackKind.all)
  func anAsynchronousFetchIsOfOneMoment(_ kind: StackKind) throws {
    try besideWriter(Bank(kind)) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Pot")
      request.returnsObjectsAsFaults = false
      let done = DispatchSemaphore(value: 0)
      let total = Mutex(0)
      let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
        let balances = (result.finalResult ?? []).compactMap { $0.value(forKey: "balance") as? Int }
        total.withLock { $0 = balances.reduce(0, +) }
        done.signal()
      }
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      try other.performAndWait { _ = try other.execute(asynchronous) }
      done.wait()
      let found = total.withLock { $0 }
      #expect(found == Bank.total)
    }
  }
}
