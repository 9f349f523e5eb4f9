// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreTestSupport
import Testing

/// Migrations during which a system call kills the program or fails: the file is of the old version or of
/// the new one, never between.
@Suite struct MigrationFaultTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Whether every call is tried, as `make torture` does, instead of a sample.
  private static let isThorough =
    ProcessInfo.processInfo.environment["CORE_DATA_FAULTS"] == "all"

  private struct Run {
    let lines: [String]
    let wasKilled: Bool

    func number(_ word: String) -> Int? {
      lines.lazy.compactMap { line in
        line.hasPrefix(word + " ") ? Int(line.dropFirst(word.count + 1)) : nil
      }.first
    }
  }

  private func run(_ arguments: String...) throws -> Run {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("MigrationDriver")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(
      lines: String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init),
      wasKilled: process.terminationReason == .uncaughtSignal)
  }

  private func copy(_ template: URL, _ name: String) throws -> URL {
    let copy = directory.url.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.copyItem(at: template, to: copy)
    return copy
  }

  private func template() throws -> URL {
    let template = directory.url.appendingPathComponent("template", isDirectory: true)
    try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
    try #require(try run(template.path, "make").lines == ["made"])
    return template
  }

  /// All calls, or some that lie evenly, the first and the last among them.
  private func places(_ calls: Int) -> [Int] {
    guard !Self.isThorough, calls > 24 else { return Array(1...max(calls, 1)) }
    return Set((0..<24).map { 1 + $0 * (calls - 1) / 23 }).sorted()
  }

  // R-PSC-539, R-PSC-543
  @Test(arguments: [
    ("killed before", -1, "wstn"), ("killed half-way", -3, "w"), ("fails", 5, "ws"),
  ])
  func aFileIsOfOneVersionOrTheOther(_ name: String, action: Int, calls: String) throws {
    let template = try template()
    let whole = try run(try copy(template, "whole").path, "migrate", "0", "\(action)", calls)
    let count = try #require(whole.number("calls"))
    try #require(count > 10, "\(whole.lines)")
    var versions: Set<Int> = []
    for place in places(count) {
      let folder = try copy(template, "copy \(place)")
      let migration = try run(folder.path, "migrate", "\(place)", "\(action)", calls)
      #expect(migration.wasKilled == (action < 0), "call \(place): \(migration.lines)")
      let check = try run(folder.path, "check")
      #expect(check.lines.last == "checked", "call \(place): \(check.lines)")
      #expect(!check.lines.contains { $0.hasPrefix("broken") }, "call \(place): \(check.lines)")
      let version = try #require(check.number("version"))
      if migration.lines.contains("migrated") { #expect(version == 2, "call \(place)") }
      versions.insert(version)
      // Whatever has happened, the next one ends well.
      if version == 1 {
        let next = try run(folder.path, "migrate", "0", "0", "w")
        #expect(next.lines.contains("migrated"), "call \(place): \(next.lines)")
        #expect(try run(folder.path, "check").number("version") == 2, "call \(place)")
      }
      try FileManager.default.removeItem(at: folder)
    }
    #expect(versions == [1, 2])
  }
}
#endif
