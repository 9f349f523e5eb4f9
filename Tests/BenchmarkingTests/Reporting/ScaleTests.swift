// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct ScaleTests {
  @Test func aWideSpreadMakesTheScaleLogarithmic() {
    #expect(Scale.fitting([1, 13], start: 0, end: 100).kind == .logarithmic)
    #expect(Scale.fitting([1, 11], start: 0, end: 100).kind == .linear)
    #expect(Scale.fitting([0, 13], start: 0, end: 100).kind == .linear)
  }

  @Test func linearScalesStartAtZero() {
    let scale = Scale.fitting([3, 5], start: 10, end: 110)
    #expect(scale.domain.lowerBound == 0)
    #expect(scale.position(0) == 10)
    #expect(scale.position(5) < 110)
  }

  @Test func logarithmicScalesSetEqualRatiosEquallyFarApart() {
    let scale = Scale.fitting([1, 100], kind: .logarithmic, start: 0, end: 100)
    let first = scale.position(10) - scale.position(1)
    let second = scale.position(100) - scale.position(10)
    #expect(abs(first - second) < 1e-9)
  }

  @Test func valuesOffTheScaleStandAtItsEdge() {
    let scale = Scale(kind: .linear, domain: 0...1, start: 0, end: 50)
    #expect(scale.position(7) == 50)
    #expect(scale.position(-.infinity) == 0)
    #expect(scale.position(.nan) == 0)
  }

  @Test func linearTicksAreRound() {
    let scale = Scale(kind: .linear, domain: 0...2.1, start: 0, end: 1)
    #expect(scale.ticks(limit: 5) == [0, 1, 2] || scale.ticks(limit: 5) == [0, 0.5, 1, 1.5, 2])
    let bytes = Scale(kind: .linear, domain: 0...104, start: 0, end: 1)
    #expect(bytes.ticks(limit: 6) == [0, 25, 50, 75, 100])
  }

  @Test func logarithmicTicksThinOutAsTheSpreadGrows() {
    func ticks(_ domain: ClosedRange<Double>) -> [Double] {
      Scale(kind: .logarithmic, domain: domain, start: 0, end: 1).ticks(limit: 6)
    }
    #expect(ticks(0.6...2.5) == [0.7, 1, 1.5, 2])
    #expect(ticks(0.4...25) == [0.5, 1, 2, 5, 10, 20])
    #expect(ticks(0.09...250) == [0.1, 1, 10, 100])
    #expect(ticks(1e-9...1e9).count <= 6)
  }

  @Test func aSpreadWithoutRoundValuesStillHasTicks() {
    let scale = Scale(kind: .logarithmic, domain: 0.0112...0.0139, start: 0, end: 1)
    #expect(scale.ticks(limit: 4).count >= 2)
  }

  @Test(
    arguments: [
      [], [.nan], [.infinity, 1], [0], [0, 0], [-3, 4], [1e300, 1e-300], [1e308, -1e308],
      [.leastNonzeroMagnitude, 1], [7, 7, 7],
    ] as [[Double]])
  func noValuesBreakAScale(values: [Double]) {
    for kind in [nil, .linear, .logarithmic] as [Scale.Kind?] {
      let scale = Scale.fitting(values, kind: kind, start: 0, end: 100)
      let ticks = scale.ticks(limit: 5)
      #expect(ticks.allSatisfy { $0.isFinite && scale.contains($0) })
      #expect(values.map { scale.position($0) }.allSatisfy { (0...100).contains($0) })
    }
  }

  @Test func labelsAreMovedApart() {
    let placed = LabelPlacement.spread([10, 11, 50, 52], distance: 12, inside: 0...100)
    #expect(zip(placed, placed.dropFirst()).allSatisfy { $1 - $0 >= 12 - 1e-9 })
    #expect(abs((placed[0] + placed[1]) / 2 - 10.5) < 1e-9)
  }

  @Test func labelsStayInsideAndInOrderOfTheirPositions() {
    let placed = LabelPlacement.spread([99, 98, 1], distance: 12, inside: 0...100)
    #expect(placed[0] > placed[1])
    #expect(placed[1] > placed[2])
    #expect(placed.allSatisfy { (0...100).contains($0) })
  }

  @Test func noLabelsArePlacedNowhere() {
    #expect(LabelPlacement.spread([], distance: 12, inside: 0...10).isEmpty)
  }
}
