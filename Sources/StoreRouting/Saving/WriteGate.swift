// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Keeps saves away from a store while something is done that they would spoil, such as copying it
/// to where it goes on. Who saves waits.
// Sendable: the variables are read and written with `condition` locked; so they are not checked for
// overlap either.
final class WriteGate: @unchecked Sendable {
  private let condition = NSCondition()
  /// How many saves are running, by ordinal, up to the highest that was seen.
  @exclusivity(unchecked) private var running: [Int] = []
  @exclusivity(unchecked) private var closed: Set<Int> = []
  /// True if anybody has ever waited for saves to end.
  private var isAwaited = false

  /// Registers a save, once all its stores are open to saves. Costs little for stores that are
  /// named many times in a row.
  func enter(_ ordinals: some Sequence<Int>) {
    condition.lock()
    defer { condition.unlock() }
    while !closed.isEmpty, ordinals.contains(where: closed.contains) { condition.wait() }
    count(ordinals, by: 1)
  }

  /// - Parameter ordinals: what was given to `enter`.
  func leave(_ ordinals: some Sequence<Int>) {
    condition.lock()
    defer { condition.unlock() }
    count(ordinals, by: -1)
    if isAwaited { condition.broadcast() }
  }

  private func count(_ ordinals: some Sequence<Int>, by step: Int) {
    var last: Int?
    for ordinal in ordinals where ordinal != last {
      if ordinal >= running.count {
        running += repeatElement(0, count: ordinal - running.count + 1)
      }
      running[ordinal] += step
      last = ordinal
    }
  }

  private func isRunning(_ ordinal: Int) -> Bool {
    ordinal < running.count && running[ordinal] > 0
  }

  /// Waits until no save of a store is running and lets none begin until `open`. Until then saves
  /// go on beginning: one may be part of another.
  func close(_ ordinal: Int) {
    condition.lock()
    defer { condition.unlock() }
    isAwaited = true
    while closed.contains(ordinal) || isRunning(ordinal) { condition.wait() }
    closed.insert(ordinal)
  }

  func open(_ ordinal: Int) {
    condition.lock()
    defer { condition.unlock() }
    closed.remove(ordinal)
    condition.broadcast()
  }
}
