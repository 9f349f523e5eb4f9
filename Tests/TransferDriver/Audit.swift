// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DriverSupport
import Foundation

/// Whether the stores agree with each other, and have what was acknowledged. Nobody saves meanwhile.
struct Audit {
  let bank: Bank
  let context: NSManagedObjectContext

  func run() throws {
    var transfers: [[Int64: Int64]] = []
    var total: Int64 = 0
    for store in bank.stores {
      total += try balance(store)
      transfers.append(try numbers(bank.transfer(store), store))
      try checkEntries(store)
    }
    try requireAgreement(transfers, "transfer")
    try requireAgreement(bank.stores.map { try numbers(bank.entry($0), $0) }, "entry")
    let start = Int64(bank.kinds.count * Bank.accounts) * Bank.startBalance
    guard total == start else { throw Unsound("the sum is \(total) instead of \(start)") }
    try requireAcknowledged(transfers.reduce(into: []) { $0.formUnion($1.keys) })
  }

  /// The money of a store, which its own transfers explain.
  private func balance(_ store: Int) throws -> Int64 {
    let accounts = try context.all(bank.account(store))
    guard accounts.count == Bank.accounts else {
      throw Unsound("store \(store) has \(accounts.count) accounts")
    }
    let sum = accounts.reduce(0) { $0 + $1.integer("balance") }
    let moved = try context.all(bank.transfer(store)).reduce(0) { $0 + $1.integer("amount") }
    let expected = Int64(Bank.accounts) * Bank.startBalance + moved
    guard sum == expected else {
      throw Unsound("store \(store) has \(sum), its transfers say \(expected)")
    }
    return sum
  }

  /// The numbers of what a store has, with the stores that should have it.
  private func numbers(_ entity: String, _ store: Int) throws -> [Int64: Int64] {
    var numbers: [Int64: Int64] = [:]
    for object in try context.all(entity) {
      let number = object.integer("number")
      guard numbers.updateValue(object.integer("mask"), forKey: number) == nil else {
        throw Unsound("\(entity) \(number) twice in store \(store)")
      }
    }
    return numbers
  }

  private func requireAgreement(_ found: [[Int64: Int64]], _ kind: String) throws {
    for store in bank.stores {
      for (number, mask) in found[store] {
        let holders = Transfer.mask(bank.stores.filter { found[$0][number] != nil })
        guard holders == mask else {
          throw Unsound("\(kind) \(number) of stores \(mask) is in \(holders)")
        }
      }
    }
  }

  private func checkEntries(_ store: Int) throws {
    for entry in try context.all(bank.entry(store)) {
      let number = entry.integer("number")
      let account = entry.value(forKey: "account") as? NSManagedObject
      guard let owner = account?.integer("number"), owner == number % 4 else {
        throw Unsound(
          "entry \(number) in store \(store) is of account \(account?.description ?? "nil")")
      }
      guard entry.value(forKey: "payload") as? Data == bank.payload(number, store: store) else {
        throw Unsound("the payload of entry \(number) in store \(store)")
      }
    }
  }

  private func requireAcknowledged(_ present: Set<Int64>) throws {
    let url = bank.folder.appendingPathComponent("acknowledged")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") {
      guard let number = Int64(line), !present.contains(number) else { continue }
      throw Unsound("transfer \(number) was acknowledged and is nowhere")
    }
  }
}
