// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One row of the results: one case of one system on one store, over all rounds.
public struct BenchmarkResult: Codable, Hashable, Sendable {
  public var system: String
  public var store: String
  public var `case`: String
  public var n: Int
  public var medianSeconds: Double
  public var minSeconds: Double
  public var maxSeconds: Double
  public var cpuSeconds: Double
  public var peakBytes: Int
  /// The median over the rounds of this system's time by raw SQLite's in the same round; the parts
  /// of case 12 are divided by the same case with one store. Nil where there is nothing to divide
  /// by.
  public var ratio: Double?
  /// The same by raw SQLite tuned as the connections of Core Data's store are, which is the harder
  /// floor; nil for the parts of case 12.
  public var tunedRatio: Double?
  /// The same by GRDB by hand, which no case of ours may exceed.
  public var peerRatio: Double?
  /// The figure the goal is about, in units of `basis`. The ratio, where a goal says nothing else.
  public var value: Double?
  /// The unit of the value, as "× raw SQLite", "× raw LMDB", "ns per object", "bytes per object".
  public var basis: String?
  /// At most this much is wanted of `value`; nil where there is no goal.
  public var goal: Double?
  /// True if the goal is met; nil where there is none.
  public var pass: Bool?
  /// Medians of further figures by name.
  public var extra: [String: Double]?

  public init(
    system: String, store: String, case name: String, n: Int, medianSeconds: Double,
    minSeconds: Double, maxSeconds: Double, cpuSeconds: Double, peakBytes: Int,
    ratio: Double? = nil
  ) {
    self.system = system
    self.store = store
    self.case = name
    self.n = n
    self.medianSeconds = medianSeconds
    self.minSeconds = minSeconds
    self.maxSeconds = maxSeconds
    self.cpuSeconds = cpuSeconds
    self.peakBytes = peakBytes
    self.ratio = ratio
  }

  private enum CodingKeys: String, CodingKey {
    case system, store, `case`, n, ratio, value, basis, goal, pass, extra
    case medianSeconds = "median_s"
    case minSeconds = "min_s"
    case maxSeconds = "max_s"
    case cpuSeconds = "cpu_s"
    case peakBytes = "peak_bytes"
    case tunedRatio = "tuned_ratio"
    case peerRatio = "peer_ratio"
  }
}
