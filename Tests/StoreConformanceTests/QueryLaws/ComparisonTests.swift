// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct ComparisonTests {
  private static func constants(_ type: AttributeType) -> [AttributeValue] {
    SampleValues.ordinary(of: type) + SampleValues.extremes(of: type) + [.null]
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func columnsCompareWithConstants(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-REQ-094, R-PRED-170…173
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "\(type)")
    for (position, value) in Self.constants(type).enumerated() {
      for `operator` in ComparisonOperator.allCases {
        try law.check("Sample", .compare(column, `operator`, .value(value), []))
        guard position.isMultiple(of: 4) else { continue }
        try law.check("Sample", .compare(.value(value), `operator`, column, []))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func columnsCompareWithColumns(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-REQ-095
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "\(type)")
    for `operator` in ComparisonOperator.allCases {
      for other in AttributeType.allCases where other.family == type.family {
        try law.check(
          "Sample", .compare(column, `operator`, law.column("Sample", "\(other)"), []))
      }
      let far = law.column("Sample", "holder.favorite.\(type)")
      try law.check("Sample", .compare(column, `operator`, far, []))
    }
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func notInvertsAsTheSemanticsSay(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-REQ-094
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "\(type)")
    for value in SampleValues.ordinary(of: type).prefix(4) + [.null] {
      for `operator` in ComparisonOperator.allCases {
        let comparison = Filter.compare(column, `operator`, .value(value), [])
        try law.check("Sample", .not(comparison))
        try law.check("Sample", .not(.not(comparison)))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func nullsAreFound(_ store: StoreUnderTest, _ type: AttributeType) throws {  // R-REQ-095
    let law = try QueryLaw(store, .allTypes)
    for path in ["\(type)", "holder.favorite.\(type)"] {
      let test = Filter.isNull(law.column("Sample", path))
      try law.check("Sample", test)
      try law.check("Sample", .not(test))
    }
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func rangesIncludeTheirEnds(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-PRED-175
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "\(type)")
    let values = SampleValues.ordinary(of: type).prefix(4) + [.null]
    for lower in values {
      for upper in values {
        let range = Filter.between(column, lower: .value(lower), upper: .value(upper))
        try law.check("Sample", range)
        try law.check("Sample", .not(range))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func membershipIsEqualityWithOneOfTheValues(_ store: StoreUnderTest, _ type: AttributeType)
    throws
  {  // R-PRED-176
    let law = try QueryLaw(store, .allTypes)
    let values = SampleValues.ordinary(of: type)
    for path in ["\(type)", "holder.favorite.\(type)"] {
      let column = law.column("Sample", path)
      for count in [0, 1, 2, values.count] {
        let test = Filter.isIn(column, Array(values.prefix(count)), [])
        try law.check("Sample", test)
        try law.check("Sample", .not(test))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func membershipOfManyValuesIsComplete(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, .allTypes)
    let many = (0..<5_000).map { AttributeValue.integer(Int64($0)) }
    try law.check("Sample", .isIn(law.column("Sample", "integer64"), many, []))
    let texts = (0..<2_000).map { AttributeValue.string("a\($0)") }
    try law.check("Sample", .isIn(law.column("Sample", "string"), texts, []))
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func valuesOfOtherFamiliesAreNeverEqual(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-PRED-172
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "\(type)")
    let strangers: [AttributeValue] =
      type.family == 2
      ? [.integer(1), .double(0.5)] : [.string("1"), .string(""), .string("abc")]
    for value in strangers {
      for `operator` in [ComparisonOperator.equal, .notEqual] {
        try law.check("Sample", .compare(column, `operator`, .value(value), []))
      }
      try law.check("Sample", .isIn(column, [value], []))
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func numbersCompareByValueAcrossTypes(_ store: StoreUnderTest) throws {  // R-PRED-172
    let law = try QueryLaw(store, .allTypes)
    let constants: [AttributeValue] = [
      .integer(7), .double(7), .decimal(7), .double(0.5), .decimal(DecimalCoding.decimal("0.1")),
      .integer(.max), .double(9.3e18), .double(-1e300), .integer(1), .integer(0),
    ]
    for type in AttributeType.allCases where type.family == 0 {
      for value in constants {
        for `operator` in ComparisonOperator.allCases {
          let column = law.column("Sample", "\(type)")
          try law.check("Sample", .compare(column, `operator`, .value(value), []))
        }
        try law.check("Sample", .isIn(law.column("Sample", "\(type)"), [value], []))
      }
    }
  }
}
