// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import DebianPackages
import Foundation
import Testing

/// Every system finds what the records say, in each case, on a small made-up index.
@Suite struct DebianSystemTests {
  @Test(
    arguments: StoreLayout.allCases.map(\.rawValue) + ["raw"], DebianCase.allCases)
  func theChecksumIsThatOfTheRecords(_ system: String, _ item: DebianCase) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("debian-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let workload = DebianWorkload(index: try MadeUpIndex.index(packages: 600))
    let system: any DebianSystem =
      StoreLayout(rawValue: system).map { CoreDataPackages($0) } ?? RawSQLitePackages()
    let stopwatch = Stopwatch()
    let imported = try system.importIndex(workload, in: folder, stopwatch)
    #expect(imported == workload.checksum(of: .importIndex))
    guard item != .importIndex else { return }
    #expect(try system.run(item, workload, in: folder, stopwatch) == workload.checksum(of: item))
    system.discard(folder)
  }
}
