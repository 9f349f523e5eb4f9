// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

/// Statistics of values of several types.
@Suite struct AggregateTests {
  private static func result(
    _ function: AggregateFunction, _ values: [AttributeValue]
  ) -> AttributeValue {
    var evaluator = AggregateEvaluator(function)
    for value in values { evaluator.add(value) }
    return evaluator.result
  }

  /// Numbers of every size that doubles have.
  private static let sizes: [Double] =
    stride(from: -323, through: 308, by: 7).map { pow(10, Double($0)) }
    + [.leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity]

  // R-PRED-190
  @Test(arguments: sizes)
  func aDoubleIsItsOwnSum(_ number: Double) {
    for value in [number, -number] {
      #expect(Self.result(.sum, [.double(value)]) == .double(value))
      #expect(Self.result(.average, [.double(value)]) == .double(value))
    }
  }

  // R-PRED-190: what no decimal can stand for adds nothing to a sum of decimals
  @Test(arguments: sizes)
  func aDoubleBesideADecimalIsADecimalIfItCanBe(_ number: Double) {
    let sum = Self.result(.sum, [.decimal(0), .double(number)])
    let expected = number.hasDecimal ? number.shortestDecimal : 0
    #expect(sum == .decimal(expected))
  }
}
