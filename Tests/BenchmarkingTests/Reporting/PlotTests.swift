// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct PlotTests {
  private static let strange: [Double?] = [
    nil, .nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e-12, 1, 1e12, 1e300, 1e308,
  ]

  private func parsed(_ plot: some Plot) -> WellFormedness {
    let palette = Palette(plot.seriesNames)
    return WellFormedness(plot.svg(id: "p", palette: palette).written)
  }

  @Test func aPlotHasATitleAndADescription() {
    let plot = BarPlot(
      title: "Time < goal & more", quantity: .ratio,
      bars: [.init("Core Data · SQLite", role: .subject, value: 0.81, goal: 0.85)])
    let found = parsed(plot)
    found.check()
    #expect(found.elements.starts(with: ["svg", "title", "desc"]))
    #expect(found.texts.contains("Time < goal & more"))
    #expect(found.texts.contains("≤ 0.85"))
  }

  @Test func aBarPlotOfNothingIsDrawn() {
    parsed(BarPlot(title: "", quantity: .ratio, bars: [], baseline: 1)).check()
  }

  @Test(arguments: [Quantity.ratio, .seconds, .bytes, .number])
  func barPlotsTakeAnyValue(quantity: Quantity) {
    for first in Self.strange {
      for second in Self.strange {
        let bars: [BarPlot.Bar] = [
          .init("<a>", value: first, low: second, high: first, goal: second),
          .init("b & c", role: .reference, value: second, low: first, high: second),
        ]
        parsed(BarPlot(title: "x", quantity: quantity, bars: bars, baseline: second)).check()
      }
    }
  }

  @Test func aGoalIsMetUpToItsFigure() {
    let plot = BarPlot(
      title: "", quantity: .ratio,
      bars: [.init("a", value: 1, goal: 1), .init("b", value: 1.01, goal: 1)])
    #expect(plot.table.rows.map { $0.last?.verdict } == [true, false])
  }

  @Test(arguments: [0, 1, 2, 40])
  func scalingPlotsTakeAnyNumberOfLines(count: Int) {
    let lines = (0..<count).map { line in
      ScalingPlot.Line(
        "system \(line)", role: line == 0 ? .subject : .peer,
        points: [.init(size: 1e4, value: 1e-7), .init(size: 1e6, value: 1e-7 * Double(line + 1))])
    }
    parsed(ScalingPlot(title: "x", quantity: .seconds, sizeLabel: "n", lines: lines)).check()
  }

  @Test func scalingPlotsLeaveOutWhatTheirAxesCannotShow() {
    let points = Self.strange.compactMap { $0 }.map { ScalingPlot.Point(size: 10, value: $0) }
    let line = ScalingPlot.Line("a", points: points)
    #expect(line.points.allSatisfy { $0.value > 0 && $0.value.isFinite })
    parsed(ScalingPlot(title: "x", quantity: .seconds, sizeLabel: "n", lines: [line])).check()
  }

  @Test func aLineOfOnePointIsDrawn() {
    let line = ScalingPlot.Line("a", points: [.init(size: 10, value: 1)])
    let found = parsed(ScalingPlot(title: "x", quantity: .number, sizeLabel: "n", lines: [line]))
    found.check()
    #expect(found.elements.contains("circle"))
  }

  @Test func dotPlotsTakeAnyValue() {
    let dots = Self.strange.compactMap { $0 }.map { DotPlot.Dot("a", value: $0) }
    parsed(DotPlot(title: "x", rows: [.init("r", dots: dots)], baseline: 1, baselineLabel: "goal"))
      .check()
    parsed(DotPlot(title: "x", rows: [], baseline: 1, baselineLabel: "goal")).check()
  }

  @Test func oneSystemKeepsOneColour() {
    let palette = Palette(["mine", "yours", "GRDB by hand"])
    #expect(palette.colour(of: "GRDB by hand") == Palette().colour(of: "GRDB by hand"))
    #expect(palette.colour(of: "mine") != palette.colour(of: "yours"))
  }
}
