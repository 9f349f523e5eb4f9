// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Blocks that read all stores as of one save.
@Suite struct ContextSnapshotTests {
  /// Stores that can be pinned, in pairs and alone, those in files among them.
  static let kinds =
    StackKind.all
    + [(NSBinaryStoreType, NSXMLStoreType), (NSXMLStoreType, StackKind.singles.last?.name ?? "")]
    .map { first, second in
      StackKind(
        name: "\(first)+\(second)",
        stores: [(first, "People"), (second, "Notes"), (second, "Scratch")])
    }

  private func total(_ context: NSManagedObjectContext, _ entities: [String]) throws -> Int {
    try entities.reduce(0) { sum, entity in
      try context.all(entity).reduce(sum) { $0 + ($1.value(forKey: "balance") as? Int ?? 0) }
    }
  }

  // R-PSC-960
  @Test(arguments: kinds)
  func severalFetchesSeeOneSave(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    let writer = Worker { (try? bank.move()) != nil }
    writer.start()
    for _ in 0..<30 {
      let found = try bank.stack.run { context in
        try context.withSnapshot { try total(context, ["Account", "Vault"]) }
      }
      #expect(found == Bank.total)
    }
    #expect(writer.finish())
  }

  // R-PSC-960: faults that fire in the block, in whichever store
  @Test(arguments: kinds)
  func faultsSeeTheSameSave(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    try bank.stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Pot")
      request.includesPropertyValues = false
      let pots = try context.fetch(request)
      try context.withSnapshot {
        for _ in 0..<5 { try bank.move(7) }
        let balances = pots.compactMap { $0.value(forKey: "balance") as? Int }
        #expect(balances == Array(repeating: 100, count: 6))
        let branch = try context.only("Branch")
        #expect(branch.objects("accounts").count == 4)
        let amounts = branch.objects("accounts").flatMap { $0.objects("entries") }
          .compactMap { $0.value(forKey: "amount") as? Int }
        #expect(amounts == [100, 100, 100, 100])
      }
    }
  }

  // R-PSC-960: afterwards the newest state is read again, also when the block throws
  @Test(arguments: kinds)
  func theBlockEndsTheSnapshot(_ kind: StackKind) throws {
    struct Stop: Error {}
    let bank = try Bank(kind)
    try bank.stack.run { context in
      var before = 0
      #expect(throws: Stop.self) {
        try context.withSnapshot {
          try bank.sweep()
          before = try self.total(context, ["Account"])
          throw Stop()
        }
      }
      #expect(before == 400)
      #expect(context.queryGenerationToken == nil)
      context.reset()
      let after = try total(context, ["Account"])
      #expect(after == 200)
    }
  }

  // R-PSC-960
  @Test(arguments: kinds)
  func aSnapshotWithinAnotherIsTheSame(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    try bank.stack.run { context in
      try context.withSnapshot {
        try bank.sweep()
        let inner = try context.withSnapshot { try total(context, ["Account"]) }
        #expect(inner == 400)
        context.refreshAllObjects()
        let outer = try total(context, ["Account"])
        #expect(outer == 400)
      }
      context.refreshAllObjects()
      let after = try total(context, ["Account"])
      #expect(after == 200)
    }
  }

  // R-PSC-960, 792: a save moves to the state that it has made
  @Test(arguments: kinds)
  func aSaveInTheBlockMovesTheSnapshot(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    try bank.stack.run { context in
      try context.withSnapshot {
        try bank.sweep()
        _ = context.insert("Account", ["balance": 1])
        try context.save()
        context.refreshAllObjects()
        let saved = try total(context, ["Account"])
        #expect(saved == 201)
        try bank.sweep(10)
        context.refreshAllObjects()
        let still = try total(context, ["Account"])
        #expect(still == 201)
      }
    }
  }

  #if SQLite
  // R-PSC-960, 791: a pinned context is as pinned as before
  @Test func theFormerGenerationComesBack() throws {
    let bank = try Bank(StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)]))
    try bank.stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let first = try total(context, ["Account"])
      #expect(first == 400)
      let token = try #require(context.queryGenerationToken)
      try bank.sweep()
      try context.withSnapshot {
        context.refreshAllObjects()
        let newer = try total(context, ["Account"])
        #expect(newer == 200)
        #expect(context.queryGenerationToken == token)
      }
      #expect(context.queryGenerationToken == token)
      context.refreshAllObjects()
      let again = try total(context, ["Account"])
      #expect(again == 400)
    }
  }

  // R-PSC-960
  @Test func aTokenThatIsSetInTheBlockCountsAfterwards() throws {
    let bank = try Bank(StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)]))
    try bank.stack.run { context in
      try context.withSnapshot {
        try bank.sweep()
        try context.setQueryGenerationFrom(.current)
        let within = try total(context, ["Account"])
        #expect(within == 400)
      }
      #expect(context.queryGenerationToken == .current)
      context.refreshAllObjects()
      let after = try total(context, ["Account"])
      #expect(after == 200)
    }
  }
  #endif

  // R-PSC-960, 790
  @Test func aContextBelowAnotherTakesNoSnapshot() throws {
    let family = try Family(StackKind.singles[0])
    family.run { parent, child in
      let error = failure { try child.withSnapshot {} }
      #expect(error?.code == .coreData)
    }
  }

  // R-PSC-960: it reads through its parent, and sees what that sees
  @Test(arguments: kinds)
  func aContextBelowSeesTheSnapshotOfItsParent(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    try bank.stack.run { context in
      try context.withSnapshot {
        try bank.sweep()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        let found = try child.performAndWait { try total(child, ["Account"]) }
        #expect(found == 400)
      }
    }
  }

  // R-PSC-960
  @Test(arguments: kinds)
  func aTaskReadsASnapshotToo(_ kind: StackKind) async throws {
    let bank = try Bank(kind)
    let context = bank.stack.context()
    let total = try await context.withSnapshot {
      try bank.sweep()
      return try context.all("Account").reduce(0) { sum, account in
        sum + (account.value(forKey: "balance") as? Int ?? 0)
      }
    }
    #expect(total == 400)
  }
}
