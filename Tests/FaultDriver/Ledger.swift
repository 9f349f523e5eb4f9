// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The saves of a run. Save k leaves in each store the entries k, k-1 and k-2, moves money between
/// two accounts, and notes k in each account: every part of it can be seen afterwards.
struct Ledger {
  let layout: Layout
  let context: NSManagedObjectContext

  init(_ layout: Layout, _ coordinator: NSPersistentStoreCoordinator) {
    self.layout = layout
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// Makes the accounts of the stores that have none, in a save of their own.
  func found() throws {
    for store in layout.kinds.indices where try objects(layout.account(store)).isEmpty {
      for number in 0..<Layout.accounts {
        let account = NSEntityDescription.insertNewObject(
          forEntityName: layout.account(store), into: context)
        account.setValue(Int64(number), forKey: "number")
        account.setValue(Layout.startBalance, forKey: "balance")
        account.setValue(Int64(0), forKey: "last")
      }
    }
    try context.save()
  }

  /// Makes the changes of save k in some stores, without saving.
  func change(_ number: Int64, in stores: Range<Int>) throws {
    for store in stores {
      let accounts = try objects(layout.account(store))
      guard accounts.count == Layout.accounts else { throw CocoaError(.fileReadCorruptFile) }
      let (from, to) = (accounts[Int(number) % 4], accounts[Int(number + 1) % 4])
      from.setValue(value(from, "balance") - 1, forKey: "balance")
      to.setValue(value(to, "balance") + 1, forKey: "balance")
      for account in accounts { account.setValue(number, forKey: "last") }
      let entry = NSEntityDescription.insertNewObject(
        forEntityName: layout.entry(store), into: context)
      entry.setValue(number, forKey: "number")
      entry.setValue(layout.payload(number, store: store), forKey: "payload")
      entry.setValue(to, forKey: "account")
      for old in try objects(layout.entry(store))
      where value(old, "number") <= number - Layout.lifetime { context.delete(old) }
    }
  }

  func objects(_ entity: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    return try context.fetch(request)
  }

  func value(_ object: NSManagedObject, _ key: String) -> Int64 {
    (object.value(forKey: key) as? NSNumber)?.int64Value ?? -1
  }
}
