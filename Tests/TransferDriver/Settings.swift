// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a process is told, as `name=value` arguments.
struct Settings: Sendable {
  let role: String
  let kinds: [Character]
  let folder: URL
  let seed: UInt64
  let serial: Int64
  let saves: Int
  /// The system call that kills the process, counted from the first save, or from the start.
  let killAt: Int
  let action: Int32
  let isArmedAtOnce: Bool
  let isAudit: Bool
  /// Whether one store is written before the others are attached.
  let isLate: Bool
  let seconds: Double
  let kills: Int
  let lanes: Int
  /// Whether files without locks are shared all the same.
  let isTogether: Bool

  init(_ arguments: [String]) {
    var values: [String: String] = [:]
    for argument in arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1] : "1"
    }
    func number(_ name: String, _ standard: Int = 0) -> Int {
      values[name].flatMap { Int($0) } ?? standard
    }
    role = values["role"] ?? "torture"
    kinds = Array(values["kinds"] ?? "")
    folder = URL(fileURLWithPath: values["folder"] ?? ".", isDirectory: true)
    seed = values["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    serial = Int64(number("serial"))
    saves = number("saves", 40)
    killAt = number("killAt")
    action = Int32(number("action", -1))
    isArmedAtOnce = number("atOnce") == 1
    isAudit = number("audit") == 1
    isLate = number("late") == 1
    seconds = values["seconds"].flatMap { Double($0) } ?? 10
    kills = number("kills", .max)
    lanes = number("lanes", 4)
    isTogether = number("together") == 1
  }
}
