// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import DebianPackages
import Foundation

/// Which package index, and how much of it.
struct IndexOptions: ParsableArguments {
  @Option(help: "A file of an index, unpacked; otherwise that of this machine.") var index: String?
  @Option(help: "How many packages; 0 for all there are.") var n = 0

  func loaded() throws -> PackageIndex {
    try IndexSource.find(path: index).index(limit: n > 0 ? n : .max)
  }
}

/// Reads a list of cases, as `D1,D5`.
struct DebianCaseList: ExpressibleByArgument {
  let cases: [DebianCase]

  init(_ cases: [DebianCase]) { self.cases = cases }

  init?(argument: String) {
    let names = argument.split(separator: ",").map { String($0) }
    let cases = names.compactMap { DebianCase(rawValue: $0) }
    guard cases.count == names.count, !cases.isEmpty else { return nil }
    self.cases = cases
  }
}
