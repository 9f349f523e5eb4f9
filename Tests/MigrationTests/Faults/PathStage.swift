// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// What happens to a system call.
struct PathFault: Sendable {
  let name: String
  let action: Int32
  /// The kinds of calls, by the letters of CFaults.
  var calls = "owstmn"
  var isPersistent = false

  static let kills = [
    PathFault(name: "killed before", action: -1), PathFault(name: "killed after", action: -2),
    PathFault(name: "killed half-way", action: -3, calls: "w"),
  ]

  static let failures = [
    PathFault(name: "fails once", action: EIO),
    PathFault(name: "the disk is full", action: ENOSPC, calls: "wt", isPersistent: true),
    PathFault(name: "cannot be read", action: EIO, calls: "rm"),
    PathFault(name: "no descriptors", action: EMFILE, calls: "o"),
  ]
}

/// A kind of store on one path, and copies of it to migrate.
final class PathStage {
  /// A kind of store and a path of the driver's.
  struct Way: Sendable, CustomTestStringConvertible {
    let type: String
    let path: String
    /// The version at the end of the path.
    let last: Int
    var testDescription: String { "\(type), \(path)" }
  }

  static let ways: [Way] = MigratedStore.types.flatMap { type in
    [("inferred", 1), ("mapped", 1), ("staged", 3), ("chained", 2), ("together", 1)]
      .map { Way(type: type, path: $0.0, last: $0.1) }
      .filter { way in wanted?.contains { way.testDescription.contains($0) } ?? true }
  }

  private static let environment = ProcessInfo.processInfo.environment
  /// Whether every call is tried, as `make torture` does, instead of a sample.
  private static let isThorough = environment["CORE_DATA_FAULTS"] == "all"
  /// The only ways that are wanted, such as `XML,staged`.
  private static let wanted = environment["CORE_DATA_FAULT_PATHS"]?.components(separatedBy: ",")

  let way: Way
  private let directory: TemporaryDirectory
  private let template: URL
  private var counts: [String: Int] = [:]

  init(_ way: Way) throws {
    self.way = way
    directory = try TemporaryDirectory()
    template = directory.url.appendingPathComponent("template", isDirectory: true)
    try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
    try #require(try run(template, "make").lines == ["made"])
  }

  private func run(_ folder: URL, _ step: String...) throws -> PathRun {
    try PathRun([folder.path, way.type, way.path] + step)
  }

  /// Gives a block a copy of the store.
  func withCopy<T>(_ body: (URL) throws -> T) throws -> T {
    let copy = directory.url.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.copyItem(at: template, to: copy)
    // Leftovers do no harm.
    defer { try? FileManager.default.removeItem(at: copy) }
    return try body(copy)
  }

  func migrate(_ folder: URL, _ fault: PathFault, at place: Int) throws -> PathRun {
    try run(
      folder, "migrate", "\(place)", "\(fault.action)", fault.calls, fault.isPersistent ? "1" : "0")
  }

  func check(_ folder: URL) throws -> PathRun { try run(folder, "check") }

  /// The calls that a fault is tried at: all, or one, which differs from way to way.
  func places(_ fault: PathFault) throws -> [Int] {
    let calls = try count(fault)
    guard calls > 0, !Self.isThorough else { return Array(0..<calls).map { $0 + 1 } }
    let letters = "\(way) \(fault.name)".unicodeScalars.reduce(0) {
      ($0 * 31 + Int($1.value)) % 9973
    }
    return [1 + letters % calls]
  }

  /// How many calls of a fault's kinds a whole migration makes.
  private func count(_ fault: PathFault) throws -> Int {
    if let known = counts[fault.calls] { return known }
    let whole = try withCopy { try migrate($0, fault, at: 0) }
    #expect(whole.has("migrated"), "\(whole.lines)")
    let count = whole.number("calls") ?? 0
    counts[fault.calls] = count
    return count
  }
}
