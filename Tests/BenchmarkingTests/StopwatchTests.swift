// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct StopwatchTests {
  @Test func timesOfSeveralPartsAddUp() {
    let stopwatch = Stopwatch()
    stopwatch.measure { _ = (0..<100_000).reduce(0, ^) }
    let first = stopwatch.wallSeconds
    stopwatch.measure { _ = (0..<100_000).reduce(0, ^) }
    #expect(first > 0)
    #expect(stopwatch.wallSeconds > first)
  }

  @Test func memoryThatIsTouchedCountsToThePeak() {
    let stopwatch = Stopwatch()
    let sum = stopwatch.measure {
      [UInt8](repeating: 1, count: 64_000_000).reduce(0) { $0 &+ Int($1) }
    }
    #expect(sum == 64_000_000)
    #expect(stopwatch.peakBytes > 50_000_000)
  }
}
