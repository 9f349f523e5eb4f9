// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Testing

struct WorkerTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("worker-\(UUID().uuidString)")

  private func run(_ item: BenchmarkCase) throws -> (sample: BenchmarkSample, system: NotedSystem) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let system = NotedSystem()
    let worker = Worker(system, CompanyWorkload(count: 10), in: folder)
    return (try worker.sample(of: item), system)
  }

  @Test func unknownFilesAreCopiesEachOpenedOnce() throws {
    let (sample, system) = try run(.openUnknown)
    let base = try #require(system.opened.first)
    let copies = system.opened.dropFirst()
    #expect(copies.count == CompanyWorkload.unknownCount)
    #expect(Set(copies).count == copies.count)
    #expect(!copies.contains(base))
    #expect(sample.checksum == Int64(copies.count))
  }

  @Test(arguments: [
    (BenchmarkCase.traverseSet, "generatedProperty"), (.traverseSetPrefetching, "prefetched"),
    (.traverseTypedSet, "typedSet"), (.traverse, "plain"),
  ])
  func membersAreReadAsTheCaseSays(_ item: BenchmarkCase, _ manner: String) throws {
    #expect(try run(item).system.traversals == [manner])
  }
}

/// Notes what it was asked for, and does no more.
private final class NotedSystem: BenchmarkSystem {
  let name = "noted"
  let store = "SQLite"
  let cases = BenchmarkCase.allCases
  private(set) var opened: [URL] = []
  private(set) var traversals: [String] = []

  func openOnce(in folder: URL) throws -> Int64 {
    _ = try Data(contentsOf: folder.appendingPathComponent("store"))
    opened.append(folder)
    return 1
  }

  func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try Data().write(to: folder.appendingPathComponent("store"))
    return 0
  }

  func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    traversals.append("plain")
    return 0
  }

  func traverse(
    _ workload: CompanyWorkload, reading members: MemberAccess, prefetching: Bool, in folder: URL,
    _ stopwatch: Stopwatch
  ) throws -> Int64 {
    traversals.append(prefetching ? "prefetched" : "\(members)")
    return 0
  }

  func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
  func open(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 { 0 }
}
