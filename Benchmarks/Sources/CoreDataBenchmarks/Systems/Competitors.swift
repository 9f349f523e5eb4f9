// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Harness

/// The systems as processes to be started.
enum Competitors {
  /// Those of this executable.
  static func own() throws -> [Competitor] {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return Systems.all.map {
      Competitor(system: $0.name, store: $0.store, cases: $0.cases, command: [executable])
    }
  }

  /// Those in Python, whose environment is made when it is missing. Beyond the smallest size they
  /// run in fewer rounds, being many times slower.
  static func python(mostRounds: Int, counts: [Int]) throws -> [Competitor] {
    let folder = try scripts()
    let interpreter = try Shell.output("/bin/sh", [folder + "/environment.sh"])
    let isLong = (counts.max() ?? 0) > 10_000
    return [
      ("SQLAlchemy", cases), ("SQLAlchemy bulk", [.insert, .insertInBatches]), ("Django", cases),
    ].map { system, cases in
      Competitor(
        system: system, store: "SQLite", cases: cases,
        command: [interpreter, folder + "/peer.py"], readsText: true, largestCount: 100_000,
        mostRounds: isLong ? mostRounds : .max)
    }
  }

  private static let cases = BenchmarkCase.allCases.filter { $0 != .routing }

  /// `Benchmarks/Python`, from the root of the repository or from the package's folder.
  static func scripts() throws -> String {
    let places = ["Benchmarks/Python", "Python"]
    guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw BenchmarkFailure("Run it in the repository: there is no Benchmarks/Python here.")
    }
    return URL(fileURLWithPath: place).path
  }

  /// Those of a list of names or of names with stores. A name may have a comma itself.
  static func chosen(_ list: String, of all: [Competitor]) throws -> [Competitor] {
    let known = all.flatMap { [$0.system, $0.identifier] }
    var names: Set<String> = []
    var rest = list[...]
    while !rest.isEmpty {
      let name = known.filter { begins(rest, with: $0) }.max { $0.count < $1.count }
      guard let name else {
        let all = all.map(\.identifier).joined(separator: ", ")
        throw BenchmarkFailure("There is no system \(rest). There are: \(all).")
      }
      names.insert(name)
      rest = rest.dropFirst(name.count).drop { $0 == "," || $0 == " " }
    }
    return all.filter { names.contains($0.system) || names.contains($0.identifier) }
  }

  private static func begins(_ list: Substring, with name: String) -> Bool {
    let next = list.dropFirst(name.count).first
    return list.hasPrefix(name) && (next == nil || next == ",")
  }
}
