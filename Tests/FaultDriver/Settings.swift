// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What the environment asks for.
struct Settings {
  enum Step: String { case create, save, read, recover, check }

  let layout: Layout
  let step: Step
  let saves: Int64
  let at: Int
  let action: Int32
  let calls: String
  let isPersistent: Bool
  /// Whether a refused save is tried again when the fault is over.
  let retries: Bool
  /// Whether another save follows without a fault.
  let goesOn: Bool
  /// The only store that saves change; nil: all.
  let only: Int?
  /// Whether the process is killed when its saves are done, instead of closing its stores.
  let dies: Bool
  /// Whether every other save is made in one store after the other.
  let isMixed: Bool
  let log: String?

  init(_ environment: [String: String]) {
    func number(_ name: String) -> Int { environment[name].flatMap { Int($0) } ?? 0 }
    layout = Layout(
      kinds: Array(environment["FAULT_STORES"] ?? "S"),
      folder: URL(fileURLWithPath: environment["FAULT_FOLDER"] ?? ".", isDirectory: true),
      durability: environment["FAULT_DURABILITY"],
      isReversed: environment["FAULT_ORDER"] == "reversed")
    step = environment["FAULT_STEP"].flatMap { Step(rawValue: $0) } ?? .check
    saves = Int64(number("FAULT_SAVES"))
    at = number("FAULT_AT")
    action = Int32(number("FAULT_ACTION"))
    calls = environment["FAULT_CALLS"] ?? "owstmn"
    isPersistent = number("FAULT_PERSIST") == 1
    retries = environment["FAULT_RETRY"] != "0"
    goesOn = number("FAULT_MORE") == 1
    only = environment["FAULT_ONLY"].flatMap { Int($0) }
    dies = number("FAULT_DIES") == 1
    isMixed = number("FAULT_MIX") == 1
    log = environment["FAULT_LOG"]
  }
}
