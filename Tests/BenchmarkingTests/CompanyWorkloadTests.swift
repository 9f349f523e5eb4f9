// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Testing

struct CompanyWorkloadTests {
  @Test func theSameSeedGivesTheSameData() {
    let (first, second) = (CompanyWorkload(count: 1200), CompanyWorkload(count: 1200))
    #expect(first.employees == second.employees)
    #expect(first.lookups == second.lookups)
    #expect(first.checksum(of: .filterAndSort) == second.checksum(of: .filterAndSort))
  }

  @Test func anotherSeedGivesOtherData() {
    #expect(
      CompanyWorkload(count: 100).employees != CompanyWorkload(count: 100, seed: 7).employees)
  }

  @Test func everyEmployeeHasOneToFiveTags() {
    let workload = CompanyWorkload(count: 2000)
    #expect(workload.employees.allSatisfy { (1...5).contains($0.tags.count) })
    #expect(workload.employees.allSatisfy { Set($0.tags).count == $0.tags.count })
  }

  @Test func aboutOneNameInTwentyIsNotASCII() {
    let names = CompanyWorkload(count: 10_000).employees.map(\.name)
    let accented = names.filter { $0.utf8.count != $0.count }.count
    #expect((400...600).contains(accented))
  }

  @Test func aFilterMatchesAboutTwoHundred() {
    let workload = CompanyWorkload(count: 5000)
    let matches = workload.filters.map { filter in
      workload.employees.filter {
        $0.department == filter.department && (filter.lowest...filter.highest).contains($0.salary)
      }.count
    }
    let mean = matches.reduce(0, +) / matches.count
    #expect((170...230).contains(mean))
  }

  @Test func theTextFileHasALineForEachEmployeeAfterTheFirst() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("workload-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try CompanyWorkload(count: 30).writeJSONLines(to: file)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 31)
  }
}
