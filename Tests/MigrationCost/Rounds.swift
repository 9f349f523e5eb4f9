// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Seconds of work: by the clock, and of the processor.
struct Seconds {
  var wall = 0.0
  var processor = 0.0

  static func / (a: Seconds, b: Seconds) -> Seconds {
    Seconds(wall: a.wall / b.wall, processor: a.processor / b.processor)
  }

  static func measure(_ body: () throws -> Void) rethrows -> Seconds {
    sync()
    let (clock, begun) = (ContinuousClock.now, processorSeconds())
    try body()
    let duration = ContinuousClock.now - clock
    return Seconds(
      wall: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18,
      processor: processorSeconds() - begun)
  }

  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// Two ways to do one thing, in turns whose order changes; what counts is the median of the ratios.
struct Rounds {
  let count: Int
  let folder: URL

  /// Prints a line.
  ///
  /// - Parameters:
  ///   - template: a file or folder; each turn works on a copy of it.
  func compare(
    _ name: String, on template: URL, hand: (URL) throws -> Void, own: (URL) throws -> Void
  ) throws {
    var turns: [(hand: Seconds, own: Seconds)] = []
    for round in 0..<count {
      let first = try turn(template, round % 2 == 0 ? hand : own)
      let second = try turn(template, round % 2 == 0 ? own : hand)
      turns.append(round % 2 == 0 ? (first, second) : (second, first))
    }
    let ratios = turns.map { $0.own / $0.hand }
    show(
      name.padding(toLength: 30, withPad: " ", startingAt: 0)
        + String(
          format: "%10.1f ms %10.1f ms   wall %5.2f   processor %5.2f",
          median(turns.map(\.hand.wall)) * 1e3, median(turns.map(\.own.wall)) * 1e3,
          median(ratios.map(\.wall)), median(ratios.map(\.processor))))
  }

  private func turn(_ template: URL, _ body: (URL) throws -> Void) throws -> Seconds {
    let copy = folder.appendingPathComponent("copy-" + template.lastPathComponent)
    try Files.remove(copy)
    try FileManager.default.copyItem(at: template, to: copy)
    return try Seconds.measure { try body(copy) }
  }
}

func median(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

enum Files {
  /// Removes a file with those beside it.
  static func remove(_ url: URL) throws {
    for suffix in ["", "-wal", "-shm", "-lock"] {
      let path = url.path + suffix
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }
}

/// Prints a line at once, also into a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
