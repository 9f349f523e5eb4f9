// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct StatisticsTests {
  @Test func theMedianOfAnEvenCountIsTheMeanOfTheMiddleTwo() {
    #expect(Statistics.median([4, 1, 3, 2]) == 2.5)
  }

  @Test func theMedianOfAnOddCountIsTheMiddleOne() {
    #expect(Statistics.median([9, 1, 3]) == 3)
  }

  @Test func nothingHasNoMedian() {
    #expect(Statistics.median([]) == nil)
  }

  @Test func ratiosAreTakenWithinARound() {
    #expect(Statistics.ratios([0: 10, 1: 30, 2: 5], by: [0: 10, 1: 10]) == [1, 3])
  }
}
