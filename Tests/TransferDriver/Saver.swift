// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CFaults
import CoreData
import DriverSupport
import Foundation

/// A process that makes transfers until it is killed. It says what it does, a line each:
///
///   sound | violation TEXT | ready | ack N | refused CODE TEXT | unopened TEXT | done
final class Saver {
  private let bank: Bank
  private let settings: Settings
  private var dice: Dice
  private var coordinator: NSPersistentStoreCoordinator
  private var attached: [Int] = []
  private var made: Int64 = 0

  init(_ settings: Settings) {
    self.settings = settings
    bank = Bank(kinds: settings.kinds, folder: settings.folder)
    dice = Dice(seed: settings.seed)
    coordinator = bank.coordinator()
  }

  /// Makes the accounts.
  func found() throws {
    for store in bank.stores { try bank.attach(store, to: coordinator) }
    let context = context()
    try context.performAndWait {
      for store in bank.stores {
        for number in 0..<Bank.accounts {
          let account = NSEntityDescription.insertNewObject(
            forEntityName: bank.account(store), into: context)
          account.setValue(Int64(number), forKey: "number")
          account.setValue(Bank.startBalance, forKey: "balance")
        }
      }
      try context.save()
    }
    say("done")
  }

  func run() {
    faults_watch(bank.folder.path)
    if settings.isArmedAtOnce { arm() }
    do {
      let order = Array(bank.stores).shuffled(using: &dice)
      if settings.isLate { try begin(with: order[0]) }
      try attach(order)
      if settings.isAudit { audit() }
      say("ready")
    } catch {
      say("unopened \(text(error))")
      exit(1)
    }
    if !settings.isArmedAtOnce { arm() }
    for _ in 0..<settings.saves {
      transfer()
      if dice.below(12) == 0 { detachSome() }
    }
    say("done")
    // To be killed.
    while true { pause() }
  }

  private func arm() {
    if settings.killAt > 0 { faults_arm(settings.killAt, settings.action, "owstmn", 0) }
  }

  /// One store is there before the others, and is written.
  private func begin(with store: Int) throws {
    try attach([store])
    for _ in 0..<2 { transfer() }
  }

  private func attach(_ order: [Int]) throws {
    for store in order where !attached.contains(store) {
      try bank.attach(store, to: coordinator)
      attached.append(store)
    }
  }

  private func audit() {
    let context = context()
    do {
      try context.performAndWait { try Audit(bank: bank, context: context).run() }
      say("sound")
    } catch { say("violation \(text(error))") }
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func transfer() {
    let context = context()
    made += 1
    let transfer = Transfer(
      bank: bank, number: settings.serial * 100_000 + made, attached: attached.sorted())
    do {
      try context.performAndWait {
        _ = try transfer.change(in: context, dice: &dice)
        try context.save()
      }
      say("ack \(transfer.number)")
    } catch {
      say("refused \(text(error))")
      // A file that somebody else has written has to be read again.
      if (error as NSError).code == 134050 { reopen() }
    }
  }

  /// Takes one store away in an orderly way, or all, and adds them again: debts are settled then.
  private func detachSome() {
    let leaving = dice.below(2) == 0 ? [dice.pick(attached)] : attached.shuffled(using: &dice)
    do {
      for store in leaving {
        try bank.detach(store, from: coordinator)
        attached.removeAll { $0 == store }
      }
      try attach(leaving.shuffled(using: &dice))
    } catch {
      say("unopened \(text(error))")
      exit(1)
    }
  }

  private func reopen() {
    let order = attached
    attached = []
    coordinator = bank.coordinator()
    do { try attach(order) } catch {
      say("unopened \(text(error))")
      exit(1)
    }
  }

  /// Code, and what the error says, in one line.
  private func text(_ error: any Error) -> String {
    if let unsound = error as? Unsound { return "0 \(unsound)" }
    let detail = error as NSError
    return "\(detail.code) \(detail.domain) \(error)".replacingOccurrences(of: "\n", with: " ")
  }
}
