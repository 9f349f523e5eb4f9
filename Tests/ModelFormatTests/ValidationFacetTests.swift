// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// R-MOD-218
struct ValidationFacetTests {
  @Test func numbersAreBoundedByValue() {
    let attribute = Samples.attribute("age", .integer16) {
      $0.minValueString = "1"
      $0.maxValueString = "120"
    }
    #expect(
      attribute.validationFacets == [
        ValidationFacet("SELF >= %@", .integer(1), code: 1620),
        ValidationFacet("SELF <= %@", .integer(120), code: 1610),
      ])
  }

  @Test func boundsHaveTheTypeOfTheAttribute() {
    let attribute = Samples.attribute("price", .decimal) { $0.minValueString = "0.10" }
    let tenth = Decimal(sign: .plus, exponent: -1, significand: 1)
    #expect(attribute.validationFacets.map(\.arguments) == [[.decimal(tenth)]])
  }

  @Test func stringsAreBoundedByLengthAndPattern() {
    let attribute = Samples.attribute("code") {
      $0.minValueString = "2"
      $0.maxValueString = "3"
      $0.regularExpressionString = "[A-Z]+"
    }
    #expect(
      attribute.validationFacets == [
        ValidationFacet("length >= %@", .integer(2), code: 1670),
        ValidationFacet("length <= %@", .integer(3), code: 1660),
        ValidationFacet("SELF MATCHES %@", .string("[A-Z]+"), code: 1680),
      ])
  }

  @Test func datesAreBoundedByInterval() {
    let attribute = Samples.attribute("at", .date) {
      $0.minDateTimeInterval = 10
      $0.maxDateTimeInterval = 20.5
    }
    #expect(attribute.validationFacets.map(\.code) == [1640, 1630])
    #expect(attribute.validationFacets.map(\.arguments) == [[.double(10)], [.double(20.5)]])
  }

  @Test func anAttributeWithoutFacetsHasNoValidation() {
    #expect(Samples.attribute("name").validationFacets.isEmpty)
  }
}
