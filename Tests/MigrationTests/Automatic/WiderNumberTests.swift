// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Attributes that get a wider type of numbers.
@Suite struct WiderNumberTests {
  /// A change of a type, with numbers that the former one has.
  struct Widening: Sendable, CustomTestStringConvertible {
    let former: String
    let present: String
    var integers: [Int64] = []
    var fractions: [Double] = []

    var testDescription: String { "\(former) → \(present)" }
    var formerModel: NSManagedObjectModel { ModelText("Item\n  number \(former)").model() }
    var presentModel: NSManagedObjectModel { ModelText("Item\n  number \(present)").model() }
    var numbers: [NSNumber] {
      integers.map { NSNumber(value: $0) } + fractions.map { NSNumber(value: $0) }
    }
  }

  private static let small: [Int64] = [-32_768, 0, 7, 32_767]
  private static let middle: [Int64] = [-2_147_483_648, -7, 0, 2_147_483_647]
  private static let large: [Int64] = [.min, -9_007_199_254_740_993, 0, .max]

  static let widenings = [
    Widening(former: "Int16", present: "Int32", integers: small),
    Widening(former: "Int16", present: "Int64", integers: small),
    Widening(former: "Int16", present: "Float", integers: small),
    Widening(former: "Int16", present: "Double", integers: small),
    Widening(former: "Int32", present: "Int64", integers: middle),
    Widening(former: "Int32", present: "Double", integers: middle),
    Widening(former: "Int64", present: "Double", integers: large),
    Widening(former: "Float", present: "Double", fractions: [-0.5, 0, 0.25, Double(Float(0.1))]),
  ]

  private func numbers(_ context: NSManagedObjectContext) throws -> [NSNumber?] {
    try context.all("Item").map { $0.value(forKey: "number") as? NSNumber }
  }

  private func fill(
    _ store: MigratedStore, _ model: NSManagedObjectModel, _ numbers: [NSNumber],
    options: [AnyHashable: Any] = [:]
  ) throws {
    try store.use(model, options: options) { context in
      for number in numbers { _ = context.insert("Item", ["number": number]) }
      _ = context.insert("Item")
      try context.save()
    }
  }

  // R-PSC-537
  @Test(arguments: MigratedStore.types, widenings)
  func numbersAreTheSameOfTheWiderType(_ type: String, _ widening: Widening) throws {
    let store = try MigratedStore(type)
    try fill(store, widening.formerModel, widening.numbers)
    // The second opening reads what the first one has written.
    for _ in 0..<2 {
      let found = try store.use(widening.presentModel) { try numbers($0) }
      #expect(found.count == widening.numbers.count + 1)
      #expect(
        Set(found.compactMap { $0?.doubleValue }) == Set(widening.numbers.map(\.doubleValue)))
    }
    if widening.present == "Int64" {
      let found = try store.use(widening.presentModel) { try numbers($0) }
      #expect(
        Set(found.compactMap { $0?.int64Value }) == Set(widening.numbers.map(\.int64Value)))
    }
  }

  // R-PSC-537
  @Test(arguments: MigratedStore.types, ["Int64", "Double"])
  func theWiderTypeTakesAndFindsMore(_ type: String, _ present: String) throws {
    let widening = Widening(former: "Int32", present: present, integers: [-7, 7])
    let store = try MigratedStore(type)
    try fill(store, widening.formerModel, widening.numbers)
    try store.use(widening.presentModel) { context in
      _ = context.insert("Item", ["number": NSNumber(value: 5_000_000_000 as Int64)])
      try context.save()
      context.reset()
      #expect(try context.all("Item", "number > 4000000000").count == 1)
      #expect(try context.all("Item", "number == 7").count == 1)
      let sorted = try context.all("Item", "number != nil", sortedBy: "number")
      let found = sorted.map { ($0.value(forKey: "number") as? NSNumber)?.int64Value }
      #expect(found == [-7, 7, 5_000_000_000])
    }
  }

  // R-PSC-535, R-PSC-537: with a default for what is missing, a new name and a constraint
  @Test(arguments: MigratedStore.types.filter(MigratedStore.enforcesUniqueness))
  func widerNumbersMayChangeOtherwiseToo(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("Item\n  number Int32\n  unique number").model()
    try fill(store, former, [-7, 7])
    let present = ModelText("Item\n  amount Double! = 0.5 was number\n  unique amount").model()
    try store.use(present) { context in
      let found = try context.all("Item", sortedBy: "amount").map {
        ($0.value(forKey: "amount") as? NSNumber)?.doubleValue
      }
      #expect(found == [-7, 0.5, 7])
      #expect(try context.all("Item", "amount == 7").count == 1)
      _ = context.insert("Item", ["amount": 7.0])
      #expect(throws: (any Error).self) { try context.save() }
    }
  }

  // R-PSC-537, R-PSC-751: what the history keeps of deleted objects is of the new type
  @Test(arguments: Workplace.types, ["Int64", "Double"])
  func valuesOfDeletedObjectsAreOfTheWiderType(_ type: String, _ present: String) throws {
    let store = try MigratedStore(type)
    let options: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
    let models = ["Int32", present].map {
      ModelText("Item\n  number \($0) preserved\n  name String").model()
    }
    try store.use(models[0], options: options) { context in
      let item = context.insert("Item", ["number": -7])
      try context.save()
      context.delete(item)
      try context.save()
    }
    try store.use(models[1], options: options) { context in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
      let change = try #require(
        transactions.flatMap { $0.changes ?? [] }.first { $0.changeType == .delete })
      #expect((change.tombstone?["number"] as? NSNumber)?.doubleValue == -7)
    }
  }

  // R-PSC-533, R-PSC-537: the mapping that a program asks for, object by object
  @Test(arguments: StorePair.durable.filter { $0.first != $0.second }, ["Int64", "Double"])
  func inferredMappingsConvertNumbers(_ pair: StorePair, _ present: String) throws {
    let scene = try Relocation(
      pair, "Item\n  number Int32", "Item\n  number \(present)")
    try scene.fill { _ = $0.insert("Item", ["number": -2_000_000_000]) }
    let inferred = try NSMappingModel.inferredMappingModel(
      forSourceModel: scene.former, destinationModel: scene.present)
    try scene.migrate(inferred.entityMappings)
    let found = try scene.read { try numbers($0) }
    #expect(found.map { $0?.doubleValue } == [-2_000_000_000])
  }
}
