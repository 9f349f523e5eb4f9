// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// Reads a list of numbers, as `10000,100000`.
struct CountList: ExpressibleByArgument {
  let counts: [Int]

  init(_ counts: [Int]) { self.counts = counts }

  init?(argument: String) {
    let parts = argument.split(separator: ",")
    let counts = parts.compactMap { Int($0) }.filter { $0 > 0 }
    guard counts.count == parts.count, !counts.isEmpty else { return nil }
    self.counts = counts.sorted()
  }

  var defaultValueDescription: String { counts.map { String($0) }.joined(separator: ",") }
}
