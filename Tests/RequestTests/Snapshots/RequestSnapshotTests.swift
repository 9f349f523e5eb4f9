// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// A request shows one moment, whatever is saved while it is executed.
struct RequestSnapshotTests {
  /// Has a save made as soon as the first account of the request is loaded, and requires that it was.
  private func amid<T>(
    _ kind: StackKind, _ request: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let bank = try Bank(kind)
    let hasSaved = Mutex(false)
    WatchedAccount.atNextLoading(bank.stack.coordinator) {
      do { try bank.sweep() } catch { Issue.record(error) }
      hasSaved.withLock { $0 = true }
    }
    let result = try bank.stack.run(request)
    let wasSaved = hasSaved.withLock { $0 }
    #expect(wasSaved)
    return result
  }

  /// A column that objects are needed for.
  private var computed: NSExpressionDescription {
    NSExpression.register("itself") { target, _ in target }
    let description = column("computed", "balance")
    description.expression = NSExpression(format: "FUNCTION(balance, 'itself')")
    return description
  }

  private func column(_ name: String, _ keyPath: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(forKeyPath: keyPath)
    description.expressionResultType = .integer64AttributeType
    return description
  }

  private func sum(_ key: String) -> NSExpressionDescription {
    let description = column("total", key)
    description.expression = NSExpression(
      forFunction: "sum:", arguments: [NSExpression(forKeyPath: key)])
    return description
  }

  /// A statistic that objects are needed for.
  private var computedSum: NSExpressionDescription {
    let description = computed
    description.expression = NSExpression(format: "sum:(FUNCTION(balance, 'itself'))")
    return description
  }

  private func dictionaries(_ entity: String, _ columns: [Any]) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: entity)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = columns
    return request
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func anAggregateIsOfOneMoment(_ kind: StackKind) throws {
    let found = try amid(kind) {
      try $0.fetch(dictionaries("Account", [sum("balance"), computedSum]))
    }
    #expect(found.first?["total"] as? Int == 400)
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func anAggregateOverRelatedObjectsIsOfOneMoment(_ kind: StackKind) throws {
    let related = try amid(kind) {
      try $0.fetch(dictionaries("Account", [sum("branch.reserve"), computedSum]))
    }
    #expect(related.first?["total"] as? Int == 0)
    let reserves = try amid(kind) {
      try $0.fetch(dictionaries("Account", ["balance", "branch.reserve", computed]))
    }
    #expect(
      reserves.allSatisfy { $0["balance"] as? Int == 100 && $0["branch.reserve"] as? Int == 0 })
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func membersThatAColumnFollowsAreOfTheSameMoment(_ kind: StackKind) throws {
    let column = column("sum", "entries.@sum.amount")
    let found = try amid(kind) {
      try $0.fetch(dictionaries("Account", ["balance", column, computed]))
    }
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0["balance"] as? Int == 100 && $0["sum"] as? Int == 100 })
  }

  // R-REQ-018, R-REQ-026
  @Test(arguments: StackKind.all, [false, true])
  func realisedObjectsAreOfOneMoment(_ kind: StackKind, isBelowParent: Bool) throws {
    let balances = try amid(kind) { root -> [Any?] in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
      request.returnsObjectsAsFaults = false
      guard isBelowParent else {
        return try root.fetch(request).map { $0.value(forKey: "balance") }
      }
      let child = Family.child(of: root)
      return try child.performAndWait {
        try child.fetch(request).map { $0.value(forKey: "balance") }
      }
    }
    #expect(balances.map { $0 as? Int } == [100, 100, 100, 100])
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func prefetchedMembersAreOfTheSameMoment(_ kind: StackKind) throws {
    let accounts = try amid(kind) { context -> [Bool] in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
      request.returnsObjectsAsFaults = false
      let before = try context.all("Account").map(\.objectID)
      let known = Dictionary(
        uniqueKeysWithValues: try before.map { id in
          let entries = NSFetchRequest<NSManagedObjectID>(entityName: "Entry")
          entries.resultType = .managedObjectIDResultType
          entries.predicate = NSPredicate(format: "account == %@", id)
          return (id, Set(try context.fetch(entries)))
        })
      request.relationshipKeyPathsForPrefetching = ["entries"]
      return try context.fetch(request).map { account in
        Set(account.objectIDs(forRelationshipNamed: "entries")) == known[account.objectID]
      }
    }
    #expect(accounts == [true, true, true, true])
  }

  // R-REQ-026
  @Test(arguments: StackKind.all)
  func whatIsEvaluatedOnObjectsIsOfOneMoment(_ kind: StackKind) throws {
    NSExpression.register("doubled") { target, _ in
      NSNumber(value: 2 * ((target as? NSNumber)?.intValue ?? 0))
    }
    let format = "FUNCTION(balance, 'doubled') == 200 AND branch.reserve == 0"
    let found = try amid(kind) { try $0.all("Account", format).count }
    #expect(found == 4)
    let counted = try amid(kind) { context -> Int in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
      request.predicate = NSPredicate(format: format)
      return try context.count(for: request)
    }
    #expect(counted == 4)
  }

  // R-REQ-026: beside pending changes
  @Test(arguments: StackKind.all)
  func aCountBesidePendingChangesIsOfOneMoment(_ kind: StackKind) throws {
    let counted = try amid(kind) { context -> Int in
      let branch = try context.only("Branch")
      _ = context.insert("Account", ["balance": 100, "branch": branch])
      branch.setValue(0, forKey: "reserve")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
      request.predicate = NSPredicate(format: "balance == 100 AND branch.reserve == 0")
      return try context.count(for: request)
    }
    #expect(counted == 5)
  }

  /// What a request's own context saves in a callback, the rest of the request sees.
  // R-REQ-026
  @Test(arguments: StackKind.all)
  func aNewRequestWithinACallbackSeesWhatWasSaved(_ kind: StackKind) throws {
    let bank = try Bank(kind)
    let seen = Mutex<[Int?]>([])
    try bank.stack.run { context in
      WatchedAccount.atNextLoading(bank.stack.coordinator) {
        do {
          try bank.sweep()
          let request = NSFetchRequest<NSManagedObject>(entityName: "Branch")
          let reserves = try context.fetch(request).map { $0.value(forKey: "reserve") as? Int }
          seen.withLock { $0 = reserves }
        } catch {
          Issue.record(error)
        }
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
      request.returnsObjectsAsFaults = false
      let balances = try context.fetch(request).map { $0.value(forKey: "balance") as? Int }
      #expect(balances == [100, 100, 100, 100])
    }
    let reserves = seen.withLock { $0 }
    #expect(reserves == [200])
  }
}
