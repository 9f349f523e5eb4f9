// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DriverSupport
import Foundation

/// Round after round: stores of some kinds, and savers that are killed over them, two at a time.
struct Lane: Sendable {
  private let settings: Settings
  private let tally: Tally
  private let number: Int
  private let end: Date
  private var dice: Dice

  init(_ settings: Settings, number: Int, tally: Tally, end: Date) {
    (self.settings, self.number, self.tally, self.end) = (settings, number, tally, end)
    dice = Dice(seed: settings.seed &* 1_000 &+ UInt64(number))
  }

  private var isOver: Bool {
    Date() > end || tally.kills >= settings.kills || tally.violations >= 10
  }

  mutating func run() {
    while !isOver {
      let seed = dice.next()
      var round = Round(settings, seed: seed, name: "\(settings.seed)-\(number)", tally: tally)
      do { try round.run(until: { isOver }) } catch {
        tally.note(violation: "round \(seed): \(error)")
      }
      tally.noteRound()
    }
  }
}

/// A folder with stores, until enough savers have died over it.
struct Round {
  private static let cycles = 8
  /// Each ordered pair and triple of kinds.
  private static let letters: [Character] = ["S", "E", "L", "B", "X"]

  private let settings: Settings
  private let tally: Tally
  private let kinds: String
  /// Two processes that have read one Binary or XML file refuse each other's saves.
  private var isAlone: Bool { kinds.contains { "BX".contains($0) } && !settings.isTogether }
  private let folder: URL
  private var dice: Dice
  private var serial: Int64 = 0
  private var acknowledged: [String] = []

  init(_ settings: Settings, seed: UInt64, name: String, tally: Tally) {
    (self.settings, self.tally) = (settings, tally)
    var dice = Dice(seed: seed)
    let count = 2 + dice.below(2)
    kinds =
      settings.kinds.isEmpty
      ? String((0..<count).map { _ in dice.pick(Self.letters) }) : String(settings.kinds)
    self.dice = dice
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "TransferDriver-\(name)-\(kinds)-\(UUID().uuidString)", isDirectory: true
      )
      .resolvingSymlinksInPath()
  }

  mutating func run(until isOver: () -> Bool) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let before = tally.violations
    _ = end(try child(["role=found"], waitFor: ["done"]))
    for _ in 0..<Self.cycles where tally.violations == before && !isOver() { try cycle() }
    try audit()
    // What is wrong is kept to be looked at.
    if tally.violations == before { try FileManager.default.removeItem(at: folder) }
  }

  /// Recovery that is killed, then an audit, then two savers of which one dies at a time.
  private mutating func cycle() throws {
    for _ in 0..<dice.below(3) { try killWhileOpening() }
    try note(acknowledged)
    let auditor = try child(["audit=1"] + doom(), waitFor: ["ready"])
    var savers = [auditor]
    if !isAlone { savers.append(try child(["late=\(dice.below(2))"] + doom(), waitFor: [])) }
    for _ in 0..<dice.below(3) {
      let victim = savers.remove(at: dice.below(savers.count))
      kill(victim, after: 0.002 * Double(dice.below(20)))
      savers.append(try child(["late=\(dice.below(3) / 2)"] + doom(), waitFor: []))
    }
    for saver in savers.shuffled(using: &dice) {
      kill(saver, after: 0.002 * Double(dice.below(15)))
    }
  }

  /// The last word, after the last kill.
  private mutating func audit() throws {
    try note(acknowledged)
    _ = end(try child(["audit=1"], waitFor: ["ready"]))
  }

  private mutating func killWhileOpening() throws {
    let call = 1 + dice.below(60)
    let child = try child(["atOnce=1", "killAt=\(call)", "saves=3"], waitFor: ["done"])
    _ = end(child)
  }

  /// Half of the savers die at a system call of their own, the others when their parent says so.
  private mutating func doom() -> [String] {
    guard dice.below(2) == 0 else { return [] }
    return ["killAt=\(1 + dice.below(150))", "action=\(-1 - dice.below(3))"]
  }

  private mutating func child(_ more: [String], waitFor words: [String]) throws -> Child {
    serial += 1
    let child = try Child(
      [
        "role=save", "kinds=\(kinds)", "folder=\(folder.path)", "serial=\(serial)",
        "seed=\(dice.next())",
      ] + more)
    if !words.isEmpty, !child.listen(for: words + ["unopened"], seconds: 60) {
      violation("a saver hangs: \(child.lines.suffix(3))")
    }
    return child
  }

  /// Waits for a first save, or the child's own end, and a moment more.
  private mutating func kill(_ child: Child, after seconds: Double) {
    _ = child.listen(for: ["ack", "refused", "unopened"], seconds: 60)
    usleep(UInt32(seconds * 1_000_000))
    _ = end(child)
  }

  private mutating func end(_ child: Child) -> Bool {
    guard case .killed = child.kill() else {
      note(child, wasKilled: false)
      return false
    }
    note(child, wasKilled: true)
    return true
  }

  private mutating func note(_ child: Child, wasKilled: Bool) {
    acknowledged += child.rest("ack")
    for text in child.rest("violation") { violation(text) }
    for text in child.rest("unopened") { violation("unopened \(text)") }
    if !wasKilled, child.rest("unopened").isEmpty, child.lines != ["done"] {
      violation("a saver ended by itself: \(child.lines.suffix(3))")
    }
    tally.note(child, wasKilled: wasKilled)
  }

  private func note(_ acknowledged: [String]) throws {
    try acknowledged.joined(separator: "\n").write(
      to: folder.appendingPathComponent("acknowledged"), atomically: false, encoding: .utf8)
  }

  private func violation(_ text: String) {
    tally.note(violation: "\(kinds), \(folder.lastPathComponent): \(text)")
  }
}
