// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// What one store has: the number of its last save, or what is wrong with it.
struct Inspection {
  let ledger: Ledger

  /// The last save that a store has; 0 has the accounts alone, -1 nothing.
  func last(_ store: Int) throws -> Int64 {
    let accounts = try ledger.objects(ledger.layout.account(store))
    let entries = try ledger.objects(ledger.layout.entry(store))
    if accounts.isEmpty && entries.isEmpty { return -1 }
    guard accounts.count == Layout.accounts else { throw Damage("\(accounts.count) accounts") }
    let last = Set(accounts.map { ledger.value($0, "last") })
    guard let number = last.first, last.count == 1 else { throw Damage("accounts of \(last)") }
    let sum = accounts.reduce(0) { $0 + ledger.value($1, "balance") }
    guard sum == Int64(Layout.accounts) * Layout.startBalance else { throw Damage("sum \(sum)") }
    try check(entries, upTo: number, store: store)
    return number
  }

  private func check(_ entries: [NSManagedObject], upTo last: Int64, store: Int) throws {
    let numbers = entries.map { ledger.value($0, "number") }
    let first = max(1, last - Layout.lifetime + 1)
    let expected = last < 1 ? [] : Array(first...last)
    guard numbers == expected else { throw Damage("entries \(numbers) after save \(last)") }
    for (entry, number) in zip(entries, numbers) {
      guard entry.value(forKey: "payload") as? Data == ledger.layout.payload(number, store: store)
      else { throw Damage("the payload of entry \(number)") }
      guard let account = entry.value(forKey: "account") as? NSManagedObject,
        ledger.value(account, "number") == (number + 1) % 4
      else { throw Damage("the account of entry \(number)") }
    }
  }

  struct Damage: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
