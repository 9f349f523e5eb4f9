// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import PredicateLanguage
import StoreTestSupport

import class CoreData.NSExpression

/// Makes requests out of what fits and what does not, from a seed.
struct RandomRequest {
  private var random: SplitMix64
  /// What `%@` may stand for beside the plain values.
  private let objects: [Any]
  private var arguments: [Any?] = []

  init(seed: UInt64, objects: [Any]) {
    random = SplitMix64(seed: seed)
    self.objects = objects
  }

  // MARK: - Requests

  mutating func fetch<Result>(_ type: Result.Type) -> NSFetchRequest<Result> {
    let request = NSFetchRequest<Result>(entityName: random.pick(["Person", "Person", "Car"]))
    request.predicate = predicate()
    if random.oneIn(2) { request.sortDescriptors = [sort()] }
    request.fetchOffset = count()
    request.fetchLimit = count()
    if random.oneIn(4) { request.fetchBatchSize = count() }
    request.returnsDistinctResults = random.oneIn(3)
    request.includesPendingChanges = !random.oneIn(4)
    request.shouldRefreshRefetchedObjects = random.oneIn(4)
    if random.oneIn(5) { request.relationshipKeyPathsForPrefetching = [key()] }
    return request
  }

  mutating func dictionaries() -> NSFetchRequest<NSDictionary> {
    let request = fetch(NSDictionary.self)
    request.resultType = .dictionaryResultType
    if !random.oneIn(4) { request.propertiesToFetch = columns() }
    if random.oneIn(2) { request.propertiesToGroupBy = columns() }
    if random.oneIn(2) { request.havingPredicate = predicate() }
    return request
  }

  mutating func batchUpdate() -> NSBatchUpdateRequest {
    let request = NSBatchUpdateRequest(entityName: random.pick(["Person", "Car", "Nobody"]))
    request.predicate = predicate()
    var values: [AnyHashable: Any] = [:]
    for _ in 0..<random.below(3) { values[key()] = value() ?? NSNull() }
    request.propertiesToUpdate = values
    return request
  }

  mutating func batchInsertion() -> NSBatchInsertRequest {
    var values: [String: Any] = ["firstName": "new"]
    for _ in 0..<random.below(3) { values[key()] = value() ?? NSNull() }
    return NSBatchInsertRequest(
      entityName: random.pick(["Person", "Nobody"]), objects: [values])
  }

  private mutating func count() -> Int {
    random.pick([0, 0, 0, 1, 2, -1, Int.max, Int.min, Int.max - 1, 1 << 41])
  }

  private mutating func sort() -> NSSortDescriptor {
    let selector = random.pick(["compare:", "localizedStandardCompare:", "nonsense:", ""])
    return NSSortDescriptor(key: key(), ascending: random.oneIn(2), selector: Selector(selector))
  }

  private mutating func columns() -> [Any] {
    (0...random.below(2)).map { _ in
      switch random.below(6) {
      case 0:
        let description = NSExpressionDescription()
        description.name = random.pick(["total", "age", ""])
        description.expression = expression()
        return description
      case 1: return value() ?? NSNull()
      default: return key()
      }
    }
  }

  // MARK: - Predicates

  mutating func predicate() -> NSPredicate? {
    arguments = []
    let text = test(3)
    return try? NSPredicate.parse(format: text, arguments: arguments)
  }

  private mutating func expression() -> NSExpression? {
    arguments = []
    let comparison = try? NSPredicate.parse(format: "(\(term(3))) == nil", arguments: arguments)
    return (comparison as? PredicateLanguage.NSComparisonPredicate)?.leftExpression
  }

  private mutating func test(_ depth: Int) -> String {
    switch depth > 0 ? random.below(8) : 7 {
    case 0: return "(\(test(depth - 1))) AND (\(test(depth - 1)))"
    case 1: return "(\(test(depth - 1))) OR (\(test(depth - 1)))"
    case 2: return "NOT (\(test(depth - 1)))"
    default:
      let operation = random.pick([
        "==", "!=", "<", ">=", "IN", "CONTAINS", "BEGINSWITH", "LIKE", "MATCHES", "BETWEEN",
      ])
      let options = random.pick(["", "", "", "[cd]", "[n]", "[l]"])
      let quantifier = random.pick(["", "", "", "ANY ", "ALL ", "NONE "])
      return "\(quantifier)\(term(depth)) \(operation)\(options) \(term(depth))"
    }
  }

  private mutating func term(_ depth: Int) -> String {
    switch depth > 0 ? random.below(12) : random.below(7) {
    case 0...2: return spelled(key())
    case 3...4: return literal()
    case 5:
      arguments.append(value())
      return "%@"
    case 6: return random.pick(["$x", "$m", "SELF", "$FETCH_SOURCE.age"])
    case 7:
      let function = random.pick(PredefinedFunction.allCases.filter { $0 != .random })
      let count = random.oneIn(8) ? random.below(4) : function.arity
      let terms = (0..<count).map { _ in term(depth - 1) }.joined(separator: ", ")
      return "\(function.rawValue)(\(terms))"
    case 8: return "SUBQUERY(\(spelled(key())), $m, \(test(depth - 1))).@count"
    case 9: return "TERNARY(\(test(depth - 1)), \(term(depth - 1)), \(term(depth - 1)))"
    case 10: return "{\(term(depth - 1)), \(term(depth - 1))}"
    default:
      let operation = random.pick(["+", "-", "*", "/", "**", "&", "<<", "UNION", "MINUS"])
      return "(\(term(depth - 1)) \(operation) \(term(depth - 1)))"
    }
  }

  private func spelled(_ key: String) -> String { key.isEmpty ? "SELF" : key }

  private mutating func key() -> String {
    random.pick([
      "firstName", "age", "balance", "badge", "updatedAt", "mood", "cars", "clubs", "owner",
      "price",
      "numberPlate", "passport", "passport.number", "cars.price", "cars.@count", "cars.@max.price",
      "@count", "@sum.age", "shoeSize", "firstName.length", "firstName.foo", "age.foo", "objectID",
      "entity", "entity.name", "self", "", ".", "a.b.c.d.e.f", "friends.friends.friends.firstName",
      "waitsFor.title", "cars.owner.cars.owner.firstName", "@distinctUnionOfObjects.age", "$m.age",
      "cars.@avg.numberPlate", "owner.cars.@min.maker", "firstName[0]", "cars[FIRST].price",
    ])
  }

  private mutating func literal() -> String {
    random.pick([
      "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "0.5", "'a'", "''",
      "'7'", "'['", "'(a*)*'", "'%'", "nil", "TRUE", "NO", "CAST(1, 'NSDate')",
      "CAST('x', 'NSURL')",
      "{}", "{1, 2}", "{'a', nil}", "FUNCTION('a', 'uppercaseString')", "now()", "ANYKEY",
      "FUNCTION(SELF, 'boom:', 1)", "{1, 2}[5]", "{3}[FIRST]",
    ])
  }

  private mutating func value() -> Any? {
    let values: [Any?] = [
      nil, 1, -1, Int.max, UInt64.max, 0.5, Double.nan, -Double.infinity, Decimal.nan, Decimal(7),
      true, "a", "7", "[", "", Date(timeIntervalSinceReferenceDate: 1), UUID(), Data([1, 2]),
      URL(fileURLWithPath: "/x"), NSNull(), NSObject(), [1, 2], ["a", 1, NSNull()], [[1], [2]],
      Set([1, 2]), ["a": 1], NSExpression(forVariable: "x"), NSExpression(forKeyPath: "age"),
      1...2, Character("c"),
    ]
    return random.oneIn(4) ? random.pick(objects) : random.pick(values)
  }
}
