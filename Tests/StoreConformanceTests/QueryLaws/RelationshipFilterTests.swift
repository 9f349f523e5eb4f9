// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct RelationshipFilterTests {
  @Test(arguments: StoreUnderTest.answering, Quantifier.allCases)
  func quantifiersSpeakOfTheMembers(_ store: StoreUnderTest, _ quantifier: Quantifier) throws {
    // R-PRED-182
    let law = try QueryLaw(store, .allTypes)
    for type in AttributeType.allCases {
      let name = type.rawValue % 200 == 0 ? "samples" : "watched"
      let members = law.schema.toMany("Holder", name)
      for value in SampleValues.ordinary(of: type).prefix(4) {
        for `operator` in [ComparisonOperator.equal, .notEqual, .lessOrEqual] {
          let condition = Filter.compare(
            law.column("Sample", "\(type)"), `operator`, .value(value), [])
          try law.check("Holder", .quantified(quantifier, members, condition))
          try law.check("Holder", .not(.quantified(quantifier, members, condition)))
        }
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, Quantifier.allCases)
  func quantifiersMayFollowAPathAndNest(_ store: StoreUnderTest, _ quantifier: Quantifier) throws {
    let law = try QueryLaw(store, .allTypes)
    let siblings = law.schema.toMany("Sample", "holder.samples")
    let watchers = law.schema.toMany("Sample", "watchers")
    let title = law.column("Holder", "title")
    let watched = Filter.quantified(.any, watchers, .not(.isNull(title)))
    try law.check("Sample", .quantified(quantifier, siblings, watched))
    try law.check("Sample", .quantified(quantifier, watchers, .isNull(title)))
    let inner = Filter.quantified(quantifier, law.schema.toMany("Holder", "watched"), watched)
    try law.check("Holder", .quantified(.any, law.schema.toMany("Holder", "samples"), .and([])))
    try law.check("Holder", .or([inner, .isNull(title)]))
  }

  @Test(arguments: StoreUnderTest.answering, ["samples", "watched", "favorite.holder.samples"])
  func membersAreCounted(_ store: StoreUnderTest, _ path: String) throws {  // R-PRED-190
    let law = try QueryLaw(store, .allTypes)
    let members = law.schema.toMany("Holder", path)
    let condition = Filter.not(.isNull(law.column("Sample", "string")))
    for filter in [nil, condition, .constant(false)] {
      let count = Operand.count(members, where: filter)
      for number in 0...8 as ClosedRange<Int64> {
        for `operator` in [ComparisonOperator.equal, .greater] {
          try law.check("Holder", .compare(count, `operator`, .value(.integer(number)), []))
        }
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, AggregateFunction.allCases)
  func statisticsSkipNulls(_ store: StoreUnderTest, _ function: AggregateFunction) throws {
    // R-PRED-190
    let law = try QueryLaw(store, .allTypes)
    for name in ["samples", "watched"] {
      for column in ["integer16", "integer32", "boolean"] {
        let statistic = Operand.aggregate(
          function, law.schema.toMany("Holder", name), law.schema.path("Sample", column))
        try law.check("Holder", .isNull(statistic))
        for value in [-3, 0, 1, 2, 7] as [Int64] {
          for `operator` in [ComparisonOperator.equal, .less] {
            try law.check("Holder", .compare(statistic, `operator`, .value(.integer(value)), []))
          }
        }
      }
    }
  }

  @Test(
    arguments: StoreUnderTest.answering,
    [AttributeType.date, .string, .double, .decimal, .integer64])
  func extremesOfMembersAreFound(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let law = try QueryLaw(store, .allTypes)
    for function in [AggregateFunction.minimum, .maximum] {
      for name in ["samples", "watched"] {
        let statistic = Operand.aggregate(
          function, law.schema.toMany("Holder", name), law.schema.path("Sample", "\(type)"))
        for value in SampleValues.ordinary(of: type) {
          try law.check("Holder", .compare(statistic, .lessOrEqual, .value(value), []))
        }
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func theSumOfNothingIsZero(_ store: StoreUnderTest) throws {  // R-PRED-190
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Department")
    let (members, salary) = (
      session.schema.toMany("Department", "employees"), session.schema.path("Employee", "salary")
    )
    func statistic(_ function: AggregateFunction) -> Operand {
      .aggregate(function, members, salary)
    }
    let isZero = Filter.compare(statistic(.sum), .equal, .value(.integer(0)), [])
    #expect(try session.keys(session.query("Department", isZero)) == [key])
    for function in [AggregateFunction.average, .minimum, .maximum] {
      let isNull = Filter.isNull(statistic(function))
      #expect(try session.keys(session.query("Department", isNull)) == [key])
    }
  }

  // MARK: - Objects

  @Test(arguments: StoreUnderTest.answering, ["self", "owner", "owner.self", "owner.contact"])
  func objectsAreRecognised(_ store: StoreUnderTest, _ path: String) throws {  // R-PRED-185
    let law = try QueryLaw(store, .hierarchy)
    let column = law.schema.path("Account", path)
    let root = path == "self" ? "Account" : "Party"
    let keys = law.dataset.stored(law.schema[root].subtree).map(\.key)
    for count in [0, 1, 3, keys.count] {
      let test = Filter.isObject(column, Array(keys.prefix(count)))
      try law.check("Account", test)
      try law.check("Account", .not(test))
    }
    let missing = ObjectKey(entity: law.schema.index(root), number: 10_000)
    try law.check("Account", .isObject(column, [missing]))
  }

  @Test(arguments: StoreUnderTest.answering, ["self", "contact", "contact.contact"])
  func entitiesAreRecognised(_ store: StoreUnderTest, _ path: String) throws {
    let law = try QueryLaw(store, .hierarchy)
    let column = law.schema.path("Party", path)
    for names in [["Person"], ["Company", "Employee"], [], ["Party", "Person", "Employee"]] {
      let test = Filter.isEntity(column, names.map(law.schema.index))
      try law.check("Party", test)
      try law.check("Party", .not(test))
      try law.check("Person", test)
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func referencesAreComparedAndTestedForNull(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, .hierarchy)
    for path in ["owner", "owner.contact"] {
      let column = law.column("Account", path)
      try law.check("Account", .isNull(column))
      try law.check("Account", .not(.isNull(column)))
    }
    try law.check("Party", .isNull(law.column("Party", "contact")))
  }

  @Test(arguments: StoreUnderTest.answering)
  func aPathThroughNullIsNull(_ store: StoreUnderTest) throws {  // R-PRED-161
    let law = try QueryLaw(store, .hierarchy)
    for path in ["owner.name", "owner.contact.name", "owner.contact.note"] {
      let column = law.column("Account", path)
      try law.check("Account", .isNull(column))
      try law.check("Account", .compare(column, .notEqual, .value(.string("a")), []))
      try law.check("Account", .not(.compare(column, .equal, .value(.string("a")), [])))
    }
  }
}
