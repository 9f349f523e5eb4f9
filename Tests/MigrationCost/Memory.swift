// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The memory that work takes at most: all that is resident, and that of it which is no page of a file.
struct Memory: Sendable {
  var resident = 0
  var anonymous = 0

  /// Reads what the process has now, in kilobytes.
  private init() {
    // Without this file nothing can be measured.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, let value = Int(words[1]) else { continue }
      if words[0] == "VmRSS:" { resident = value }
      if words[0] == "RssAnon:" { anonymous = value }
    }
  }

  /// Looks every few milliseconds while `body` runs. Returns the highest figures, in kilobytes.
  static func watch(_ body: () throws -> Void) rethrows -> Memory {
    let watched = Watched()
    let thread = Thread { watched.run() }
    thread.start()
    defer { watched.end() }
    try body()
    return watched.highest
  }

  private final class Watched: Sendable {
    private let state = Mutex((highest: Memory(), isDone: false))

    var highest: Memory { state.withLock { $0.highest } }

    func run() {
      while !state.withLock({ $0.isDone }) {
        let found = Memory()
        state.withLock {
          $0.highest.resident = max($0.highest.resident, found.resident)
          $0.highest.anonymous = max($0.highest.anonymous, found.anonymous)
        }
        usleep(5_000)
      }
    }

    func end() { state.withLock { $0.isDone = true } }
  }
}
