// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a process is told, as `name=value` arguments.
struct Settings: Sendable {
  let isWorker: Bool
  let processes: Int
  let lanes: Int
  /// Of each lane.
  let writes: Int
  /// A letter for each store: S, L.
  let kinds: [Character]
  let kills: Int
  /// How many writes lie between two kills, at most.
  let pace: Int
  let seconds: Double
  let seed: UInt64
  /// The number of a worker, which no other has.
  let number: Int
  let folder: URL

  init(_ arguments: [String]) {
    var values: [String: String] = [:]
    for argument in arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1] : "1"
    }
    func number(_ name: String, _ standard: Int) -> Int {
      values[name].flatMap { Int($0) } ?? standard
    }
    isWorker = values["worker"] != nil
    processes = number("processes", 8)
    lanes = number("lanes", 1)
    writes = number("writes", 500)
    kinds = Array(values["kinds"] ?? "SL")
    kills = number("kills", 20)
    pace = number("pace", 100)
    seconds = values["seconds"].flatMap { Double($0) } ?? 600
    seed = values["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    self.number = number("worker", 0)
    folder = URL(fileURLWithPath: values["folder"] ?? ".", isDirectory: true)
  }
}
