// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport

/// Postings with a value of every kind, of accounts that have accounts above them.
enum LedgerModel {
  static func make() -> NSManagedObjectModel {
    let attribute = { (name: String, type: NSAttributeDescription.AttributeType) in
      GarageModel.attribute(name, type)
    }
    let posting = GarageModel.entity(
      "Posting",
      [
        attribute("small", .integer16), attribute("big", .integer64), attribute("real", .double),
        attribute("short", .float), attribute("amount", .decimal), attribute("name", .string),
        attribute("day", .date), attribute("isOpen", .boolean), attribute("badge", .uuid),
        attribute("site", .uri), attribute("blob", .binaryData),
      ])
    let refund = GarageModel.entity("Refund", [attribute("reason", .string)])
    posting.subentities = [refund]
    let account = GarageModel.entity(
      "Account", [attribute("title", .string), attribute("level", .integer32)])
    let branch = GarageModel.entity("Branch", [attribute("city", .string)])
    account.subentities = [branch]
    let slip = GarageModel.entity("Slip", [attribute("weight", .integer32)])
    GarageModel.relate(
      account, name: "postings", many: true, rule: .nullifyDeleteRule, to: posting,
      inverseName: "account", many: false)
    GarageModel.relate(
      account, name: "below", many: true, rule: .nullifyDeleteRule, to: account,
      inverseName: "above", many: false)
    GarageModel.relate(
      posting, name: "slips", many: true, rule: .cascadeDeleteRule, to: slip,
      inverseName: "posting", many: false)
    let model = NSManagedObjectModel()
    model.entities = [posting, refund, account, branch, slip]
    return model
  }

  /// Stacks of one store, and of several with the same entities.
  static let kinds: [StackKind] = {
    let names = StackKind.singles.compactMap(\.stores.first?.type)
    let mixtures = names.map { [$0, names[names.count - 1]] } + [names]
    return StackKind.singles
      + mixtures.map { types in
        StackKind(name: types.joined(separator: " and "), stores: types.map { ($0, nil) })
      }
  }()

  /// Fills all stores of a stack.
  static func fill(_ stack: Stack, seed: UInt64, count: Int = 40) throws {
    var random = SplitMix64(seed: seed)
    try stack.run { context in
      for store in stack.coordinator.persistentStores {
        let accounts = (0..<5).map { number in
          let account = context.insert(
            random.oneIn(2) ? "Branch" : "Account",
            ["title": random.pick(["Cash", "cash", "Bank"]), "level": Int(random.below(3))])
          context.assign(account, to: store)
          return (number, account)
        }
        for (number, account) in accounts where number > 1 {
          account.setValue(accounts[number - 2].1, forKey: "above")
        }
        for _ in 0..<count {
          let posting = posting(&random, in: context)
          context.assign(posting, to: store)
          if !random.oneIn(5) {
            posting.setValue(random.pick(accounts).1, forKey: "account")
          }
          for _ in 0..<random.below(3) {
            let slip = context.insert("Slip", ["weight": Int(random.below(9))])
            context.assign(slip, to: store)
            slip.setValue(posting, forKey: "posting")
          }
        }
      }
      try context.save()
    }
  }

  private static func posting(
    _ random: inout SplitMix64, in context: NSManagedObjectContext
  ) -> NSManagedObject {
    let posting = context.insert(random.oneIn(4) ? "Refund" : "Posting", [:])
    let values: [(String, [Any])] = [
      ("small", [-2, 0, 1, 1, 3, 7]), ("big", [-(1 << 40), 0, 5, 1 << 40]),
      ("real", [0.25, -1.5, 0.0, -0.0, 3.75, 1e10, Double.nan]), ("short", [0.5, -2.25, 8.0]),
      (
        "amount",
        ["0.1", "12.34", "-7", "123456789012345678.123456"].map { NSDecimalNumber(string: $0) }
      ),
      ("name", ["", "a", "A", "b", "\u{e9}", "e\u{301}", "item 10", "item 9"]),
      ("day", [0, 0.5, 86400, -1e6].map { Date(timeIntervalSinceReferenceDate: $0) }),
      ("isOpen", [true, false]),
      (
        "badge",
        ["00000000-0000-0000-0000-0000000000FF", "80000000-0000-0000-0000-000000000000"].compactMap(
          UUID.init)
      ),
      ("site", ["https://a.example/x", "file:///b"].compactMap { URL(string: $0) }),
      ("blob", [Data(), Data([1, 2]), Data([1, 3])]),
    ]
    for (name, choice) in values where !random.oneIn(5) {
      posting.setValue(random.pick(choice), forKey: name)
    }
    return posting
  }
}
