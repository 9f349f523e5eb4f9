// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A sample with the round it was taken in.
public struct RoundSample: Hashable, Sendable {
  public var round: Int
  public var sample: BenchmarkSample

  public init(round: Int, sample: BenchmarkSample) {
    self.round = round
    self.sample = sample
  }
}
