// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Accounts and vaults, both pots with a balance, in different configurations; accounts have entries
/// and belong to branches.
enum BankModel {
  static func make() -> NSManagedObjectModel {
    let pot = GarageModel.entity("Pot", [GarageModel.attribute("balance", .integer64)])
    pot.isAbstract = true
    let account = GarageModel.entity("Account", [])
    let vault = GarageModel.entity("Vault", [])
    pot.subentities = [account, vault]
    let entry = GarageModel.entity("Entry", [GarageModel.attribute("amount", .integer64)])
    let branch = GarageModel.entity("Branch", [GarageModel.attribute("reserve", .integer64)])
    let slip = GarageModel.entity("Slip", [GarageModel.attribute("text", .string)])
    GarageModel.relate(
      account, name: "entries", many: true, rule: .cascadeDeleteRule, to: entry,
      inverseName: "account", many: false)
    GarageModel.relate(
      branch, name: "accounts", many: true, rule: .nullifyDeleteRule, to: account,
      inverseName: "branch", many: false)
    account.managedObjectClassName = String(reflecting: WatchedAccount.self)
    let model = NSManagedObjectModel()
    model.entities = [pot, account, vault, entry, branch, slip]
    model.setEntities([pot, account, entry, branch], forConfigurationName: "People")
    model.setEntities([pot, vault], forConfigurationName: "Notes")
    model.setEntities([slip], forConfigurationName: "Scratch")
    return model
  }
}

/// An account that lets a test act when its values have been loaded, in whatever context that is.
final class WatchedAccount: NSManagedObject {
  private static let watchers = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// Acts once, at the next loading of an account of a coordinator.
  static func atNextLoading(
    _ coordinator: NSPersistentStoreCoordinator, _ action: @escaping @Sendable () -> Void
  ) {
    watchers.withLock { $0[ObjectIdentifier(coordinator)] = action }
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    guard let coordinator = managedObjectContext?.persistentStoreCoordinator else { return }
    Self.watchers.withLock { $0.removeValue(forKey: ObjectIdentifier(coordinator)) }?()
  }
}

/// A bank with four accounts of 100 and entries of their own, all of one branch, and two vaults.
final class Bank: Sendable {
  // Sendable: the stack is only asked for contexts.
  nonisolated(unsafe) let stack: Stack

  static let total = 600

  init(_ kind: StackKind) throws {
    stack = try Stack(kind, model: BankModel.make())
    try stack.run { context in
      let branch = context.insert("Branch", ["reserve": 0])
      for _ in 0..<4 {
        let entry = context.insert("Entry", ["amount": 100])
        _ = context.insert(
          "Account", ["balance": 100, "branch": branch, "entries": [entry] as Set])
      }
      for _ in 0..<2 { _ = context.insert("Vault", ["balance": 100]) }
      try context.save()
    }
  }

  /// Moves an amount between any two pots, and between any two entries, in one save.
  func move(_ amount: Int = 1) throws {
    try stack.run { context in
      for (entity, key) in [("Pot", "balance"), ("Entry", "amount")] {
        let objects = try context.all(entity).shuffled()
        try change(objects[0], key, by: -amount)
        try change(objects[1], key, by: amount)
      }
      try context.save()
    }
  }

  /// Takes an amount from every account for the reserve of the branch, and gives its entry to the
  /// next account, in one save.
  func sweep(_ amount: Int = 50) throws {
    try stack.run { context in
      let accounts = try context.all("Account")
      let branch = try context.only("Branch")
      let entries = accounts.map { $0.objects("entries") }
      for (position, account) in accounts.enumerated() {
        try change(account, "balance", by: -amount)
        try change(branch, "reserve", by: amount)
        account.setValue(entries[(position + 1) % entries.count], forKey: "entries")
        for entry in entries[position] { try change(entry, "amount", by: -amount) }
      }
      try context.save()
    }
  }

  private func change(_ object: NSManagedObject, _ key: String, by amount: Int) throws {
    let value = try #require(object.value(forKey: key) as? Int)
    object.setValue(value + amount, forKey: key)
  }
}
