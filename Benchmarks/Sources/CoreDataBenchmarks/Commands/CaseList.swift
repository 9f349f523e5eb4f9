// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Harness

/// Reads a list of cases, as `1a,2,6b`.
struct CaseList: ExpressibleByArgument {
  let cases: [BenchmarkCase]

  init(_ cases: [BenchmarkCase]) { self.cases = cases }

  init?(argument: String) {
    let names = argument.split(separator: ",").map { String($0) }
    let cases = names.compactMap { BenchmarkCase(rawValue: $0) }
    guard cases.count == names.count, !cases.isEmpty else { return nil }
    self.cases = cases
  }

  var defaultValueDescription: String { cases.map(\.rawValue).joined(separator: ",") }
}
