// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Decimal numbers among what makes rows distinct, and groups.
@Suite struct DistinctDecimalTests {
  private func fetch(
    _ kind: StackKind, _ body: (NSFetchRequest<NSDictionary>) -> Void
  ) throws -> [NSDictionary] {
    try Stack(kind).run { context in
      for (name, balance) in [("a", "1.5"), ("b", "2"), ("c", "1.5"), ("d", nil)] {
        let person = context.insert("Person", ["firstName": name])
        person.setValue(balance.map { NSDecimalNumber(string: $0) }, forKey: "balance")
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["balance"]
      body(request)
      return try context.fetch(request)
    }
  }

  private func balances(_ rows: [NSDictionary]) -> Set<String> {
    Set(rows.map { ($0["balance"] as? NSDecimalNumber)?.stringValue ?? "nil" })
  }

  // R-REQ-034
  @Test(arguments: StackKind.singles)
  func equalDecimalsAreOneDistinctRow(_ kind: StackKind) throws {
    let rows = try fetch(kind) { $0.returnsDistinctResults = true }
    #expect(rows.count == 3)
    #expect(balances(rows) == ["1.5", "2", "nil"])
  }

  // R-REQ-035
  @Test(arguments: StackKind.singles)
  func equalDecimalsAreOneGroup(_ kind: StackKind) throws {
    let rows = try fetch(kind) { $0.propertiesToGroupBy = ["balance"] }
    #expect(rows.count == 3)
    #expect(balances(rows) == ["1.5", "2", "nil"])
  }

  // R-PRED-182: pending changes are evaluated on objects.
  @Test(arguments: StackKind.singles)
  func membersWithDecimalsAreCompared(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club", ["title": "Chess"])
      for balance in ["1.5", "2", "1.5"] {
        let person = context.insert("Person", ["firstName": "a"])
        person.setValue(NSDecimalNumber(string: balance), forKey: "balance")
        person.mutableSetValue(forKey: "clubs").add(club)
      }
      let counts = try [
        "ANY members.balance == 2", "ALL members.balance < 2",
        "2 IN members.@distinctUnionOfObjects.balance",
      ].map { try context.all("Club", $0).count }
      #expect(counts == [1, 0, 1])
    }
  }
}
