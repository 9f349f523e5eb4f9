// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport

import class CoreData.NSExpression

/// Makes dictionary requests on the ``LedgerModel`` from a seed.
struct RandomTable {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func request() -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(
      entityName: random.pick(["Posting", "Posting", "Posting", "Refund"]))
    request.resultType = .dictionaryResultType
    request.includesSubentities = !random.oneIn(4)
    if random.oneIn(2) { request.predicate = NSPredicate(format: predicate()) }
    if random.oneIn(2) { request.fetchLimit = 1 + random.below(8) }
    if random.oneIn(3) { request.fetchOffset = random.below(6) }
    request.returnsDistinctResults = random.oneIn(3)
    switch random.below(5) {
    case 0: break
    case 1, 2: request.propertiesToFetch = list(3) { $0.column() }
    case 3: request.propertiesToFetch = list(3) { $0.statistic() }
    default: group(request)
    }
    if random.oneIn(2) { request.sortDescriptors = list(2) { $0.sort() } }
    let made = request.propertiesToFetch?.compactMap { ($0 as? NSExpressionDescription)?.name }
    if let made, !made.isEmpty, random.oneIn(3) {
      let sort = NSSortDescriptor(key: random.pick(made), ascending: random.oneIn(2))
      request.sortDescriptors = [sort] + (random.oneIn(2) ? [self.sort()] : [])
    }
    return request
  }

  private mutating func group(_ request: NSFetchRequest<NSDictionary>) {
    let groups = list(2) { $0.column() }
    request.propertiesToGroupBy = groups
    request.propertiesToFetch = groups + list(2) { $0.statistic() }
    if random.oneIn(2) {
      request.propertiesToFetch?.append(named("n", "count:(SELF)"))
      request.havingPredicate = NSPredicate(
        format: random.pick([
          "$n > 1", "n == 1 OR n > 3", "count:(name) >= 1 AND $n < 5", "small.@sum > 2",
          "max:(real) > 1", "NOT (n BETWEEN {2, 4})", "n IN {1, 2, 3}",
        ]))
    }
  }

  private mutating func list<T>(_ limit: Int, _ make: (inout RandomTable) -> T) -> [T] {
    var list: [T] = []
    for _ in 0...random.below(limit) { list.append(make(&self)) }
    return list
  }

  // MARK: - Parts

  private mutating func key() -> String {
    random.pick([
      "small", "big", "real", "short", "amount", "name", "day", "isOpen", "badge", "site", "blob",
    ])
  }

  private mutating func path() -> String {
    random.pick([
      "account", "account.title", "account.level", "account.above", "account.above.title",
      "account.above.above.level", "objectID",
    ])
  }

  private mutating func column() -> Any {
    switch random.below(6) {
    case 0: named("value\(random.below(3))", expression())
    case 1, 2: path()
    default: key()
    }
  }

  private mutating func expression() -> String {
    random.pick([
      "small + 1", "small * 2 - big", "real * 2", "amount + 1", "name.length", "uppercase:(name)",
      "TERNARY(small > 0, 'positive', name)", "slips.@count", "slips.@sum.weight",
      "slips.@max.weight", "account.level + small", "abs:(small)", "small / 2", "objectID",
      "account", "TERNARY(account == nil, 0, account.level)",
    ])
  }

  private mutating func statistic() -> NSExpressionDescription {
    let function = random.pick(["sum:", "count:", "min:", "max:", "average:"])
    let numbers = [
      "small", "big", "real", "short", "amount", "account.level", "small + big", "slips.@count",
    ]
    let operand =
      function == "sum:" || function == "average:"
      ? random.pick(numbers)
      : random.pick(numbers + ["name", "day", "isOpen", "badge", "account.title", "blob"])
    return named(
      "stat\(random.below(4))",
      function == "count:" && random.oneIn(3)
        ? "count:(\(random.pick(["SELF", "account", "objectID"])))" : "\(function)(\(operand))")
  }

  private func named(_ name: String, _ format: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(format: format)
    description.expressionResultType = .undefinedAttributeType
    return description
  }

  private mutating func sort() -> NSSortDescriptor {
    let paths = ["account.title", "account.level", "account.above.title"]
    // Objects that are sorted by what is not a number have no order.
    let own = self.key()
    let key = random.oneIn(4) ? random.pick(paths) : own == "real" ? "short" : own
    let isText = key == "name" || key.hasSuffix("title")
    let selector =
      isText ? random.pick(["compare:", "caseInsensitiveCompare:"]) : "compare:"
    return NSSortDescriptor(key: key, ascending: random.oneIn(2), selector: Selector(selector))
  }

  private mutating func predicate() -> String {
    random.pick([
      "small > 0", "name == 'a'", "real < 2", "account.level >= 1", "day == nil", "amount > 0",
      "isOpen == YES AND small < 5", "name BEGINSWITH 'item'", "ANY slips.weight > 4",
      "small > 1000", "account.above.title == 'Cash'",
    ])
  }
}
