// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DriverSupport
import Foundation

/// The parent: starts the workers, kills some, and looks at what they leave.
final class Trial {
  private let settings: Settings
  private var dice: Dice
  private var started = 0
  private var kills = 0
  private var acknowledged = Acknowledgements()
  private var failures: [String] = []

  init(_ settings: Settings) {
    self.settings = settings
    dice = Dice(seed: settings.seed)
  }

  /// Returns whether nothing was wrong.
  func run() throws -> Bool {
    say("seed \(settings.seed)")
    let begun = Date()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("HistoryDriver-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // among the temporary files
    try work(in: folder, until: begun.addingTimeInterval(settings.seconds))
    failures += try Audit(settings, folder, acknowledged).run()
    for failure in failures { say("WRONG \(failure)") }
    say(
      "seed \(settings.seed): \(acknowledged.count) writes of \(started) processes, \(kills) kills, "
        + "\(Int(Date().timeIntervalSince(begun))) s, \(failures.count) wrong")
    return failures.isEmpty
  }

  /// All are heard in turns, so that none waits for its parent.
  private func work(in folder: URL, until end: Date) throws {
    var children: [Child] = []
    for _ in 0..<settings.processes { children.append(try start(in: folder, until: end)) }
    var wanted = nextKill(children)
    while !children.isEmpty {
      for child in children { child.hear(milliseconds: 2) }
      for place in children.indices.reversed() where children[place].hasClosed {
        finish(children.remove(at: place), isKilled: false)
      }
      guard kills < settings.kills, Date() < end, !children.isEmpty,
        heard(children) >= wanted
      else { continue }
      let place = dice.below(children.count)
      finish(children[place], isKilled: true)
      children[place] = try start(in: folder, until: end)
      wanted = nextKill(children)
    }
  }

  /// How many writes all have been told of by now.
  private func heard(_ children: [Child]) -> Int {
    children.reduce(acknowledged.count) { $0 + $1.rest("ack").count }
  }

  private func nextKill(_ children: [Child]) -> Int {
    heard(children) + 1 + dice.below(settings.pace)
  }

  private func start(in folder: URL, until end: Date) throws -> Child {
    started += 1
    return try Child([
      "worker=\(started)", "lanes=\(settings.lanes)", "writes=\(settings.writes)",
      "kinds=\(String(settings.kinds))", "seed=\(settings.seed)", "folder=\(folder.path)",
      "seconds=\(max(end.timeIntervalSinceNow, 0))",
    ])
  }

  private func finish(_ child: Child, isKilled: Bool) {
    switch isKilled ? child.kill() : child.wait() {
    case .killed: kills += 1
    case .exited(0): break
    case .exited(let status): failures.append("a worker ended with status \(status)")
    }
    acknowledged.add(child.rest("ack"))
    failures += child.rest("refused").map { "refused: \($0.prefix(400))" }
  }
}

/// How often lanes were told that a store has what they wrote.
struct Acknowledgements {
  /// By author, then store.
  private(set) var counts: [String: [Int: Int]] = [:]
  private(set) var count = 0

  mutating func add(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      count += 1
      for store in words[1].split(separator: ",").compactMap({ Int($0) }) {
        counts["lane \(words[0])", default: [:]][store, default: 0] += 1
      }
    }
  }
}
