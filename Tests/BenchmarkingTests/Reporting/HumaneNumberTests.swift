// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct HumaneNumberTests {
  @Test(
    arguments: [
      (0.087, "0.087"), (0.85, "0.85"), (1.0, "1.00"), (9.999, "10.0"), (44, "44.0"),
      (203.4, "203"), (12_300, "12,300"), (0, "0"), (-1.5, "−1.50"), (2.5e12, "2.5e12"),
      (1e-7, "1.0e−7"),
    ] as [(Double, String)])
  func ratiosHaveThreeFigures(value: Double, text: String) {
    #expect(HumaneNumber.ratio(value) == text)
  }

  @Test(
    arguments: [
      (282e-9, "282 ns"), (1.25e-3, "1.25 ms"), (0.99999e-3, "1.00 ms"), (12.34, "12.3 s"),
      (0, "0 ns"), (5400, "5,400 s"),
    ] as [(Double, String)])
  func secondsHaveAUnitThatFits(value: Double, text: String) {
    #expect(HumaneNumber.seconds(value) == text)
  }

  @Test(
    arguments: [
      (640, "640 B"), (4_200_000, "4.20 MB"), (61e9, "61.0 GB"), (0, "0 B"),
    ] as [(Double, String)])
  func bytesHaveAUnitThatFits(value: Double, text: String) {
    #expect(HumaneNumber.bytes(value) == text)
  }

  @Test(
    arguments: [
      (10_000, "10k"), (1_000_000, "1M"), (2_500, "2.5k"), (12, "12"),
    ] as [(Double, String)])
  func sizesAreShort(value: Double, text: String) {
    #expect(HumaneNumber.shortCount(value) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsADash(value: Double) {
    #expect(HumaneNumber.ratio(value) == "–")
    #expect(HumaneNumber.seconds(value) == "–")
    #expect(HumaneNumber.bytes(value) == "–")
    #expect(HumaneNumber.shortCount(value) == "–")
    #expect(HumaneNumber.trimmed(value) == "–")
  }

  @Test func aMissIsWrittenSoThatItDiffersFromTheGoal() {
    #expect(Quantity.ratio.value(0.404, besides: 0.4) == "0.404")
    #expect(Quantity.ratio.value(1.0501, besides: 1.05) == "1.0501")
    #expect(Quantity.ratio.value(0.399, besides: 0.4) == "0.40")
    #expect(Quantity.seconds.value(90.01e-9, besides: 90e-9) == ">90.0 ns")
  }
}
