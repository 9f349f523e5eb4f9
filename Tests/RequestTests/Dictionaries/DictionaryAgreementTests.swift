// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Dictionaries that stores make are those that are made of objects. // R-REQ-041, R-PSC-275…278
///
/// A condition that only objects can tell has the other side computed of objects.
/// `DICTIONARY_FUZZ_COUNT` makes more requests, `DICTIONARY_FUZZ_SEED` begins elsewhere.
@Suite struct DictionaryAgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["DICTIONARY_FUZZ_COUNT"].flatMap(UInt64.init) ?? 60
  private static let first = environment["DICTIONARY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  @Test(.timeLimit(.minutes(10)), arguments: LedgerModel.kinds)
  func theStoresAnswerAsObjectsDo(_ kind: StackKind) throws {
    NSExpression.register("ledgerObject") { _, _ in NSNumber(value: 1) }
    print("dictionaries for \(kind.name): seeds \(Self.first)..<\(Self.first + Self.count)")
    let stack = try Stack(kind, model: LedgerModel.make())
    try LedgerModel.fill(stack, seed: Self.first)
    let context = stack.context()
    try context.performAndWait {
      for seed in Self.first..<(Self.first + Self.count) {
        var random = RandomTable(seed: seed)
        let request = random.request()
        let stored = try texts(context.fetch(request))
        let test = NSPredicate(format: "FUNCTION(objectID, 'ledgerObject') == 1")
        request.predicate = NSCompoundPredicate(
          andPredicateWithSubpredicates: [request.predicate, test].compactMap { $0 })
        let computed = try texts(context.fetch(request))
        #expect(stored == computed, "seed \(seed): \(describe(request))")
      }
    }
  }

  private func describe(_ request: NSFetchRequest<NSDictionary>) -> String {
    let names = { (list: [Any]?) in
      list.map { list in
        list.map { item in
          (item as? NSExpressionDescription).map { "\($0.name)=\($0.expression as Any)" }
            ?? "\(item)"
        }.joined(separator: ", ")
      } ?? "nil"
    }
    return "\(request) fetch: \(names(request.propertiesToFetch)) "
      + "group: \(names(request.propertiesToGroupBy)) having: \(request.havingPredicate as Any) "
      + "distinct: \(request.returnsDistinctResults) sub: \(request.includesSubentities)"
  }

  private func texts(_ rows: [NSDictionary]) -> [String] {
    rows.map { row in
      row.map { "\($0.key)=\(text($0.value))" }.sorted().joined(separator: " ")
    }
  }

  /// A text with the class of the value, in which equal numbers are equal.
  private func text(_ value: Any) -> String {
    switch value {
    case let decimal as NSDecimalNumber: "decimal \(decimal)"
    case let number as NSNumber:
      "\(String(cString: number.objCType)) \(number.doubleValue == 0 ? 0 : number)"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let id as NSManagedObjectID: "\(id.uriRepresentation())"
    case let data as Data: "data \(Array(data))"
    default: "\(type(of: value)) \(value)"
    }
  }
}
