// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Statistics over the members of to-manys, in columns and conditions of groups. // R-REQ-036
@Suite struct GroupedMemberTests {
  /// Two of the name Lovelace with three cars together, one Hopper with one, one Turing without.
  private func fill(_ context: NSManagedObjectContext) throws {
    let people: [(String, String, [Double])] = [
      ("Ada", "Lovelace", [10, 10]), ("Annabella", "Lovelace", [40]), ("Grace", "Hopper", [25]),
      ("Alan", "Turing", []),
    ]
    for (first, last, prices) in people {
      let person = context.insert("Person", ["firstName": first, "lastName": last])
      for price in prices {
        let car = context.insert("Car", ["numberPlate": "\(first) \(UUID())", "price": price])
        car.setValue(person, forKey: "owner")
      }
    }
    try context.save()
  }

  private func request(_ format: String, having: String? = nil) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Person")
    request.resultType = .dictionaryResultType
    let column = NSExpressionDescription()
    column.name = "answer"
    column.expression = NSExpression(format: format)
    column.expressionResultType = .doubleAttributeType
    request.propertiesToFetch = ["lastName", column]
    request.propertiesToGroupBy = ["lastName"]
    request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
    request.havingPredicate = having.map { NSPredicate(format: $0) }
    return request
  }

  private func answers(
    _ kind: StackKind, _ request: NSFetchRequest<NSDictionary>
  ) throws -> [String: Double] {
    let stack = try Stack(kind)
    let context = stack.context()
    return try context.performAndWait {
      try fill(context)
      var answers: [String: Double] = [:]
      for row in try context.fetch(request) {
        guard let name = row["lastName"] as? String else { continue }
        answers[name] = (row["answer"] as? NSNumber)?.doubleValue
      }
      return answers
    }
  }

  @Test(
    arguments: StackKind.everyStore,
    [
      ("count:(cars)", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
      ("count:(cars.price)", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
      ("count:(self.cars)", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
      ("cars.@count", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
      ("cars.price.@sum", ["Lovelace": 60, "Hopper": 25, "Turing": 0]),
      ("cars.@sum.price", ["Lovelace": 60, "Hopper": 25, "Turing": 0]),
      ("sum:(cars.price)", ["Lovelace": 60, "Hopper": 25, "Turing": 0]),
      ("average:(cars.price)", ["Lovelace": 20, "Hopper": 25]),
      ("max:(cars.price)", ["Lovelace": 40, "Hopper": 25]),
      ("min:(cars.price)", ["Lovelace": 10, "Hopper": 25]),
      ("sum:(cars.@count)", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
      ("max:(cars.@sum.price)", ["Lovelace": 40, "Hopper": 25, "Turing": 0]),
      ("count:(cars.owner.firstName)", ["Lovelace": 3, "Hopper": 1, "Turing": 0]),
    ] as [(String, [String: Double])])
  func everyMemberOfTheGroupCounts(
    _ kind: StackKind, _ sample: (String, [String: Double])
  ) throws {
    #expect(try answers(kind, request(sample.0)) == sample.1)
  }

  @Test(
    arguments: StackKind.everyStore,
    [
      ("cars.@count > 1", ["Lovelace"]), ("count:(cars.price) == 0", ["Turing"]),
      ("sum:(cars.price) == 25", ["Hopper"]), ("answer > 2", ["Lovelace"]),
    ])
  func conditionsOfGroupsCountThemToo(_ kind: StackKind, _ sample: (String, [String])) throws {
    let answers = try answers(kind, request("count:(cars)", having: sample.0))
    #expect(answers.keys.sorted() == sample.1)
  }

  // A relationship that only a subentity of the destination has is followed where it is.
  @Test(arguments: StackKind.everyStore)
  func relationshipsOfSubentitiesAreFollowed(_ kind: StackKind) throws {
    let model = GarageModel.make()
    let car = try #require(model.entitiesByName["SportCar"])
    let club = try #require(model.entitiesByName["Club"])
    GarageModel.relate(
      car, name: "victories", many: true, rule: .nullifyDeleteRule, to: club,
      inverseName: "winner", many: false)
    let stack = try Stack(kind, model: model)
    let context = stack.context()
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "Lovelace"])
      for (plate, victories) in [("a", 3), ("b", 0), ("c", 4)] {
        let car = context.insert("SportCar", ["numberPlate": plate])
        car.setValue(person, forKey: "owner")
        for _ in 0..<victories { context.insert("Club").setValue(car, forKey: "winner") }
      }
      try context.save()
      let rows = try context.fetch(request("count:(cars.victories)"))
      #expect(rows.compactMap { ($0["answer"] as? NSNumber)?.intValue } == [7])
    }
  }

  @Test(arguments: StackKind.everyStore, ["sum:(cars.wings)", "count:(cars.wings.span)"])
  func whatMembersDoNotHaveIsAnError(_ kind: StackKind, _ format: String) throws {
    #expect(failure { _ = try answers(kind, request(format)) }?.code == .coreData)
  }

  // Without groups a path with an operator is a column of each object.
  @Test(arguments: StackKind.everyStore)
  func withoutGroupsEachObjectHasItsOwn(_ kind: StackKind) throws {
    let single = request("cars.@count")
    single.propertiesToGroupBy = nil
    single.predicate = NSPredicate(format: "firstName == 'Ada'")
    #expect(try answers(kind, single) == ["Lovelace": 2])
  }

  // R-REQ-037
  @Test(arguments: StackKind.everyStore)
  func withoutGroupsAStatisticIsOverAll(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      try fill(context)
      let all = request("sum:(cars.price)")
      all.propertiesToFetch = all.propertiesToFetch.map { [$0[1]] }
      all.propertiesToGroupBy = nil
      all.sortDescriptors = nil
      let rows = try context.fetch(all)
      #expect(rows.compactMap { ($0["answer"] as? NSNumber)?.doubleValue } == [85])
    }
  }

  // R-REQ-037: an operator without a collection to work on
  @Test(
    arguments: StackKind.everyStore,
    [
      ("@sum.price", 85), ("price.@sum", 85), ("@max.price", 40), ("@avg.price", 21.25),
      ("@count.price", 4), ("@count.owner.lastName", 4),
    ] as [(String, Double)])
  func aKeyPathThatBeginsWithAnOperatorIsAStatisticOverAll(
    _ kind: StackKind, _ sample: (String, Double)
  ) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      try fill(context)
      let all = NSFetchRequest<NSDictionary>(entityName: "Car")
      all.resultType = .dictionaryResultType
      let column = NSExpressionDescription()
      column.name = "answer"
      column.expression = NSExpression(forKeyPath: sample.0)
      column.expressionResultType = .doubleAttributeType
      all.propertiesToFetch = [column]
      let rows = try context.fetch(all)
      #expect(rows.map { $0["answer"] as? Double } == [sample.1])
    }
  }
}
