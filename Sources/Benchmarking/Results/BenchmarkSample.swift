// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One measurement of one case by one system: what a worker prints, a line of JSON each.
public struct BenchmarkSample: Codable, Hashable, Sendable {
  /// Who did the work: "Core Data", "raw SQLite", "GRDB by hand" and so on.
  public var system: String
  /// On what: "SQLite", "LMDB", "In-memory", "three stores".
  public var store: String
  /// The case's short name; the parts of case 12 are `12.1a` and so on.
  public var `case`: String
  /// How many employees there are.
  public var n: Int
  public var wallSeconds: Double
  public var cpuSeconds: Double
  public var peakBytes: Int
  /// The sum of everything read or written; equal for all systems. -1 when there is nothing to
  /// compare.
  public var checksum: Int64
  /// Further figures by name, as `bytes_per_object`.
  public var extra: [String: Double]?

  public init(
    system: String, store: String, case name: String, n: Int, wallSeconds: Double,
    cpuSeconds: Double, peakBytes: Int, checksum: Int64, extra: [String: Double]? = nil
  ) {
    self.system = system
    self.store = store
    self.case = name
    self.n = n
    self.wallSeconds = wallSeconds
    self.cpuSeconds = cpuSeconds
    self.peakBytes = peakBytes
    self.checksum = checksum
    self.extra = extra
  }

  private enum CodingKeys: String, CodingKey {
    case system, store, `case`, n, checksum, extra
    case wallSeconds = "wall_s"
    case cpuSeconds = "cpu_s"
    case peakBytes = "peak_bytes"
  }
}
