// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A line about where the run is, on the standard error of a terminal; nothing elsewhere.
public final class ProgressLine {
  private let isTerminal: Bool
  private var total = 0
  private var done = 0
  private var place = ""
  private var started = 0.0

  /// Writes if the standard error is a terminal and `isWanted` says so.
  public init(isWanted: Bool = true) { isTerminal = isWanted && isatty(2) == 1 }

  func begin(_ steps: Int) {
    total = steps
    started = Clocks.wall
  }

  func advance(_ step: RunPlan.Step) {
    done += 1
    place = "\(step.n) · round \(step.round + 1) · \(step.competitor.identifier)"
    write("")
  }

  func note(_ sample: BenchmarkSample) {
    write("\(sample.case) \(BenchmarkCase.title(of: sample.case))")
  }

  func end() { show("") }

  private func write(_ detail: String) {
    guard isTerminal else { return }
    let passed = Clocks.wall - started
    let left = done > 1 ? passed / Double(done - 1) * Double(total - done + 1) : 0
    let rest = left > 0 ? " · \(Int(left / 60)) min \(Int(left) % 60) s left" : ""
    show("[\(done)/\(total)] \(place) \(detail)\(rest)")
  }

  private func show(_ line: String) {
    guard isTerminal else { return }
    // Nothing is lost when a line of progress cannot be written.
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(line)".utf8))
  }
}
