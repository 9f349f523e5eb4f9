// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CFaults
import CoreData
import Foundation

/// One run of the driver.
struct Run {
  private let settings: Settings
  init(_ settings: Settings) { self.settings = settings }

  func run() {
    switch settings.step {
    case .create: create()
    case .save: save()
    case .read: read()
    case .recover: recover()
    case .check: check()
    }
  }

  private func arm() {
    faults_arm(settings.at, settings.action, settings.calls, settings.isPersistent ? 1 : 0)
  }

  /// Makes the stores and their accounts while calls fail; then, without faults, what is missing.
  private func create() {
    arm()
    var ledger = open()
    if let ledger { attempt(0, ledger: ledger) { try ledger.found() } }
    say("calls \(faults_count())")
    faults_disarm()
    guard settings.at > 0 else { return }
    if ledger == nil { ledger = open() }
    guard let ledger else { return }
    attempt(0, ledger: ledger, isRetry: true) { try ledger.found() }
  }

  /// Makes `saves` saves; each that is refused is tried once more when the fault is over.
  private func save() {
    guard let ledger = open() else { return }
    do {
      try ledger.found()
      // Stores of different ages go on from the newest.
      let inspection = Inspection(ledger: ledger)
      let last = try settings.layout.kinds.indices.map(inspection.last).max() ?? 0
      for number in (last + 1)..<(last + 1 + settings.saves) {
        for stores in turns(number) {
          guard try save(number, in: stores, ledger) else { return }
        }
      }
      if settings.dies { kill(getpid(), SIGKILL) }
      guard settings.goesOn else { return }
      let next = last + 1 + settings.saves
      try ledger.change(next, in: settings.layout.kinds.indices)
      attempt(next, ledger: ledger) { try ledger.context.save() }
    } catch { say("unread \(text(error))") }
  }

  /// The stores of each save of a number: all at once, or in mixed runs every other time one by one.
  private func turns(_ number: Int64) -> [Range<Int>] {
    let all = settings.only.map { $0..<$0 + 1 } ?? settings.layout.kinds.indices
    return settings.isMixed && number % 2 == 1 ? all.map { $0..<$0 + 1 } : [all]
  }

  /// Returns whether there is a point in going on.
  private func save(_ number: Int64, in stores: Range<Int>, _ ledger: Ledger) throws -> Bool {
    // Nothing is to be read while calls fail: that is a step of its own.
    try ledger.change(number, in: stores)
    arm()
    attempt(number, ledger: ledger) { try ledger.context.save() }
    say("calls \(faults_count())")
    faults_disarm()
    guard settings.retries else { return false }
    guard ledger.context.hasChanges else { return true }
    attempt(number, ledger: ledger, isRetry: true) { try ledger.context.save() }
    return true
  }

  /// Reads everything while calls fail, and again when they do not: through stores that have just
  /// written, which read from SQLite's log, and through others that are opened meanwhile.
  private func read() {
    guard let writer = open() else { return }
    do {
      try writer.found()
      let last = try Inspection(ledger: writer).last(0)
      for number in (last + 1)...(last + settings.saves) {
        try writer.change(number, in: settings.layout.kinds.indices)
        try writer.context.save()
      }
    } catch { say("unread \(text(error))") }
    arm()
    tryReading(writer)
    let reader = open()
    if let reader { tryReading(reader) }
    say("calls \(faults_count())")
    faults_disarm()
    tryReading(writer)
    if let reader = reader ?? open() { tryReading(reader) }
  }

  private func tryReading(_ ledger: Ledger) {
    ledger.context.reset()
    do {
      for store in settings.layout.kinds.indices { _ = try Inspection(ledger: ledger).last(store) }
      say("read")
    } catch { say("unread \(text(error))") }
  }

  private func check() {
    guard let ledger = open() else { return }
    inspect(ledger)
  }

  /// Opens the stores while calls fail, and reads them when they do not: through those that were
  /// opened, if they were.
  private func recover() {
    arm()
    let first = open()
    say("calls \(faults_count())")
    faults_disarm()
    guard let ledger = first ?? open() else { return }
    inspect(ledger)
  }

  private func inspect(_ ledger: Ledger) {
    for store in settings.layout.kinds.indices {
      do {
        say("store \(store) last \(try Inspection(ledger: ledger).last(store))")
      } catch { say("store \(store) broken \(text(error))") }
    }
  }

  private func open() -> Ledger? {
    do {
      let ledger = Ledger(settings.layout, try settings.layout.open())
      say("opened")
      return ledger
    } catch {
      say("unopened \(text(error))")
      return nil
    }
  }

  private func attempt(
    _ number: Int64, ledger: Ledger, isRetry: Bool = false, work: () throws -> Void
  ) {
    do {
      try work()
      faults_mark(Int(number))
      say("\(isRetry ? "retried" : "ack") \(number)")
    } catch { say("\(isRetry ? "stuck" : "refused") \(number) \(text(error))") }
  }

  /// One line: domain, code and what the error says.
  private func text(_ error: any Error) -> String {
    let detail = error as NSError
    return "\(detail.domain) \(detail.code) \(error)".replacingOccurrences(of: "\n", with: " ")
  }
}

/// Writes a line at once: the next call may end the program.
private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
