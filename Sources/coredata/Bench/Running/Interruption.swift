// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The end of this process by a signal, which must find everything that it has to take away.
enum Interruption {
  private struct State {
    var isEnding = false
    var worker: pid_t?
  }

  private static let state = Mutex(State())

  /// Makes files, or removes them: one at a time. Does not return once the process is ending: whoever handles the signal ends it.
  static func making<Result>(_ make: () throws -> Result) throws -> Result {
    let result = try state.withLock { state -> Result? in
      state.isEnding ? nil : try make()
    }
    guard let result else { waitForEnd() }
    return result
  }

  /// Makes files and starts the process that uses them, to be ended with this one.
  static func starting(_ start: () throws -> Process) throws -> Process {
    let process = try state.withLock { state -> Process? in
      guard !state.isEnding else { return nil }
      let process = try start()
      state.worker = process.processIdentifier
      return process
    }
    guard let process else { waitForEnd() }
    return process
  }

  /// Says that the worker has ended. If a signal has ended it, this process ends too.
  static func workerHasEnded() {
    let isEnding = state.withLock { state in
      state.worker = nil
      return state.isEnding
    }
    if isEnding { waitForEnd() }
  }

  /// From now on nothing is made. Ends the worker: what it was writing must not come back.
  static func begin() {
    let worker = state.withLock { state in
      state.isEnding = true
      return state.worker
    }
    guard let worker else { return }
    kill(worker, SIGKILL)
    for _ in 0..<1000 where kill(worker, 0) == 0 { usleep(10_000) }
  }

  private static func waitForEnd() -> Never {
    while true { sleep(1) }
  }
}
