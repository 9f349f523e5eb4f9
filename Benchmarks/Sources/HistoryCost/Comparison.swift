// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The same writes to a store with a history and to one without, in turns.
struct Comparison {
  let type: String
  let rounds: Int

  func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("history-\(UUID().uuidString)")
    // Left over, it is among the temporary files.
    defer { try? FileManager.default.removeItem(at: folder) }
    let without = try Writer(folder, type, isRecorded: false)
    let with = try Writer(folder, type, isRecorded: true)
    try compare("one insertion", rounds, without, with) { try $0.insert(1) }
    try compare("one update", rounds, without, with) { try $0.update(1) }
    try compare("1,000 insertions", max(rounds / 20, 5), without, with) { try $0.insert(1_000) }
    try compare("1,000 updates", max(rounds / 20, 5), without, with) { try $0.update(1_000) }
    try compare("batch of 100,000", 5, without, with) { try $0.insertBatch(100_000) }
  }

  private func compare(
    _ name: String, _ rounds: Int, _ without: Writer, _ with: Writer,
    _ write: (Writer) throws -> Void
  ) throws {
    var times: [[Double]] = [[], []]
    for _ in 0..<rounds {
      for (place, writer) in [without, with].enumerated() {
        let begun = ContinuousClock.now
        try write(writer)
        let duration = ContinuousClock.now - begun
        times[place].append(Double(duration.components.attoseconds) / 1e12)
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let columns = [
      type.padding(toLength: 10, withPad: " ", startingAt: 0),
      name.padding(toLength: 22, withPad: " ", startingAt: 0),
      String(format: "%12.1f", medians[0]), String(format: "%10.1f", medians[1]),
      String(format: "%8.2f", medians[1] / medians[0]),
    ]
    print(columns.joined())
  }
}
