// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DriverSupport
import Foundation

/// One save: money that moves between accounts of some stores, a transfer noted in each of them, and
/// entries that are made or deleted in all of theirs.
struct Transfer {
  let bank: Bank
  /// No other transfer of a run has it.
  let number: Int64
  /// The stores that are attached.
  let attached: [Int]

  /// Makes the changes, without saving; returns the stores that have to have them.
  func change(in context: NSManagedObjectContext, dice: inout Dice) throws -> [Int] {
    let stores = participants(&dice)
    let amount = Int64(1 + dice.below(50))
    for (place, store) in stores.enumerated() {
      let share = stores.count == 1 ? 0 : place == 0 ? -amount : place == 1 ? amount : 0
      try book(share, amount, in: store, of: stores, context, &dice)
    }
    if dice.below(3) == 0 { try enter(stores, context) }
    if dice.below(4) == 0 { try deleteOldEntry(context, &dice) }
    return stores
  }

  private func participants(_ dice: inout Dice) -> [Int] {
    let shuffled = attached.shuffled(using: &dice)
    let isAlone = shuffled.count == 1 || dice.below(4) == 0
    return Array(shuffled.prefix(isAlone ? 1 : 2 + dice.below(shuffled.count - 1)))
  }

  static func mask(_ stores: [Int]) -> Int64 { stores.reduce(0) { $0 | 1 << Int64($1) } }

  private func book(
    _ share: Int64, _ amount: Int64, in store: Int, of stores: [Int],
    _ context: NSManagedObjectContext, _ dice: inout Dice
  ) throws {
    let accounts = try context.all(bank.account(store)).shuffled(using: &dice)
    guard accounts.count == Bank.accounts else { throw Unsound("\(accounts.count) accounts") }
    if stores.count == 1 {
      add(-amount, to: accounts[0])
      add(amount, to: accounts[1])
    } else {
      add(share, to: accounts[0])
    }
    let note = NSEntityDescription.insertNewObject(
      forEntityName: bank.transfer(store), into: context)
    note.setValue(number, forKey: "number")
    note.setValue(Self.mask(stores), forKey: "mask")
    note.setValue(share, forKey: "amount")
  }

  private func add(_ amount: Int64, to account: NSManagedObject) {
    account.setValue(account.integer("balance") + amount, forKey: "balance")
  }

  private func enter(_ stores: [Int], _ context: NSManagedObjectContext) throws {
    for store in stores {
      let entry = NSEntityDescription.insertNewObject(
        forEntityName: bank.entry(store), into: context)
      entry.setValue(number, forKey: "number")
      entry.setValue(Self.mask(stores), forKey: "mask")
      entry.setValue(bank.payload(number, store: store), forKey: "payload")
      entry.setValue(try context.all(bank.account(store))[Int(number % 4)], forKey: "account")
    }
  }

  private func deleteOldEntry(_ context: NSManagedObjectContext, _ dice: inout Dice) throws {
    let all = Self.mask(attached)
    let old = try context.all(bank.entry(dice.pick(attached)))
      .filter { !$0.isInserted && $0.integer("mask") & ~all == 0 }
    guard !old.isEmpty else { return }
    let number = dice.pick(old).integer("number")
    for store in attached {
      for entry in try context.all(bank.entry(store)) where entry.integer("number") == number {
        context.delete(entry)
      }
    }
  }
}

/// What is wrong with stores.
struct Unsound: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
