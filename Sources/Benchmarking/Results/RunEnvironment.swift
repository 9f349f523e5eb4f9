// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where and when results were measured: what stands beside them in `latest.meta.json`.
public struct RunEnvironment: Codable, Hashable, Sendable {
  /// ISO 8601, in UTC.
  public var date: String
  public var machine: String
  public var processors: Int
  public var memoryBytes: Int
  public var system: String
  /// Versions by name: Swift, SQLite, LMDB, GRDB and so on.
  public var versions: [String: String]
  public var rounds: Int
  public var seed: UInt64
  /// How busy the machine was as the run began, as the kernel's average of one minute.
  public var load: Double

  public init(
    date: String, machine: String, processors: Int, memoryBytes: Int, system: String,
    versions: [String: String], rounds: Int, seed: UInt64, load: Double
  ) {
    self.date = date
    self.machine = machine
    self.processors = processors
    self.memoryBytes = memoryBytes
    self.system = system
    self.versions = versions
    self.rounds = rounds
    self.seed = seed
    self.load = load
  }

  /// This machine, now.
  public static func current(
    versions: [String: String], rounds: Int, seed: UInt64
  ) -> RunEnvironment {
    let information = ProcessInfo.processInfo
    var load = 0.0
    getloadavg(&load, 1)
    return RunEnvironment(
      date: Date().formatted(.iso8601), machine: processorName,
      processors: information.processorCount, memoryBytes: Int(information.physicalMemory),
      system: information.operatingSystemVersionString, versions: versions, rounds: rounds,
      seed: seed, load: load)
  }

  private static var processorName: String {
    // A system without the file names no processor.
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return name ?? "unknown"
  }
}
