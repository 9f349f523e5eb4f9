// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct FunctionTests {
  static let unary: [ScalarFunction] = [
    .absolute, .ceiling, .floor, .truncate, .exponential, .squareRoot, .naturalLogarithm,
    .logarithm,
  ]
  static let binary: [ScalarFunction] = [.add, .subtract, .multiply, .divide, .power]
  static let integral: [ScalarFunction] = [
    .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift,
  ]
  static let textual: [ScalarFunction] = [.lowercase, .uppercase, .length, .canonical]

  /// Numbers of a size with which every function stays in range.
  static let numbers: SharedDataset = {
    let schema = SchemaFixture.allTypes
    let sample = schema.index("Sample")
    let values: [(Int64, Double, String)] = [
      (-3, -2.5, "-1.5"), (0, 0, "0"), (1, 0.5, "0.1"), (2, 1, "2"), (7, 7.25, "7"),
      (100, 12.5, "1000"),
    ]
    let objects = values.enumerated().map { position, value in
      Dataset.Object(
        key: ObjectKey(entity: sample, number: Int64(position + 1)),
        values: [
          "integer64": .integer(value.0), "integer16": .integer(value.0 % 5),
          "double": .double(value.1), "decimal": .decimal(DecimalCoding.decimal(value.2)),
          "string": .string("Äb\(position)"),
        ])
    }
    let null = Dataset.Object(key: ObjectKey(entity: sample, number: 99), values: [:])
    return SharedDataset(Dataset(schema: schema, objects: objects + [null], links: []))
  }()

  private static func compare(_ law: QueryLaw, _ operand: Operand) throws {
    let constants: [AttributeValue] = [.integer(0), .integer(2), .double(1.5), .integer(-1)]
    for value in constants {
      for `operator` in [ComparisonOperator.less, .equal, .greaterOrEqual] {
        try law.check("Sample", .compare(operand, `operator`, .value(value), []))
      }
    }
    try law.check("Sample", .isNull(operand))
  }

  @Test(arguments: StoreUnderTest.answering, unary)
  func aFunctionOfANumberIsComputed(_ store: StoreUnderTest, _ function: ScalarFunction) throws {
    let law = try QueryLaw(store, Self.numbers)
    for name in ["integer64", "integer16", "double"] {
      try Self.compare(law, .function(function, [law.column("Sample", name)]))
    }
  }

  @Test(arguments: StoreUnderTest.answering, binary)
  func aFunctionOfTwoNumbersIsComputed(_ store: StoreUnderTest, _ function: ScalarFunction) throws {
    let law = try QueryLaw(store, Self.numbers)
    let constants: [AttributeValue] = [.integer(2), .double(0.5), .integer(-3), .null]
    for name in ["integer16", "integer64", "double"] {
      for value in constants {
        let column = law.column("Sample", name)
        try Self.compare(law, .function(function, [column, .value(value)]))
        try Self.compare(law, .function(function, [.value(value), column]))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, [ScalarFunction.add, .subtract, .multiply])
  func decimalsAreComputed(_ store: StoreUnderTest, _ function: ScalarFunction) throws {
    let law = try QueryLaw(store, Self.numbers)
    for value in [AttributeValue.integer(2), .decimal(DecimalCoding.decimal("2.5"))] {
      let column = law.column("Sample", "decimal")
      try Self.compare(law, .function(function, [column, .value(value)]))
    }
  }

  @Test(arguments: StoreUnderTest.answering, integral)
  func aFunctionOfIntegersIsComputed(_ store: StoreUnderTest, _ function: ScalarFunction) throws {
    let law = try QueryLaw(store, Self.numbers)
    for name in ["integer16", "integer64"] {
      for value in [1, 2, 3] as [Int64] {
        let operands = [law.column("Sample", name), .value(.integer(value))]
        try Self.compare(law, .function(function, operands))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func theOnesComplementIsComputed(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, Self.numbers)
    try Self.compare(law, .function(.onesComplement, [law.column("Sample", "integer64")]))
  }

  @Test(arguments: StoreUnderTest.answering, textual)
  func aFunctionOfATextIsComputed(_ store: StoreUnderTest, _ function: ScalarFunction) throws {
    for dataset in [Self.numbers, .allTypes] {
      let law = try QueryLaw(store, dataset)
      let operand = Operand.function(function, [law.column("Sample", "string")])
      let constants: [AttributeValue] =
        function == .length
        ? [0, 1, 2, 3].map { .integer($0) }
        : ["", "a", "abc", "ABC", "äb1", "ÄB1", "Ab1", "ab1", "é", "e"].map { .string($0) }
      for value in constants {
        for `operator` in ComparisonOperator.allCases {
          try law.check("Sample", .compare(operand, `operator`, .value(value), []))
        }
      }
      try law.check("Sample", .isNull(operand))
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func functionsNest(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, Self.numbers)
    let sum = Operand.function(
      .add, [law.column("Sample", "integer64"), law.column("Sample", "double")])
    let product = Operand.function(.multiply, [sum, .value(.double(0.5))])
    try Self.compare(law, .function(.absolute, [.function(.floor, [product])]))
  }

  @Test(arguments: StoreUnderTest.answering)
  func aConditionChoosesItsOperand(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, Self.numbers)
    let integer = law.column("Sample", "integer64")
    for condition in [
      Filter.compare(integer, .greater, .value(.integer(1)), []), .isNull(integer),
      .not(.compare(integer, .equal, .value(.integer(1)), [])), .constant(true),
    ] {
      try Self.compare(
        law, .conditional(condition, integer, .function(.multiply, [integer, integer])))
      try Self.compare(law, .conditional(condition, .value(.null), .value(.integer(2))))
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func integersStayIntegers(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert(
      "Employee", [["salary": .integer(7)], ["salary": .integer(8)]])
    let half = Operand.function(
      .divide, [.column(session.schema.path("Employee", "salary")), .value(.integer(2))])
    func found(_ value: AttributeValue) throws -> [ObjectKey] {
      try session.keys(session.query("Employee", .compare(half, .equal, .value(value), [])))
    }
    #expect(try found(.double(3.5)) == [])
    #expect(try found(.integer(4)) == [keys[1]])
    #expect(try found(.integer(3)) == [keys[0]])
  }
}
