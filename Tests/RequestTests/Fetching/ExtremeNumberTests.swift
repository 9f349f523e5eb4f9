// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Numbers and dates at their ends: objects in memory and stores answer alike.
@Suite struct ExtremeNumberTests {
  /// Counts, by a condition, of one object: in memory, among pending ones, and in the store.
  private func found(
    _ format: String, _ arguments: [Any], _ values: [String: Any], _ kind: StackKind
  ) throws -> [Int] {
    let model = ModelText("A\n  price Decimal\n  n Int64\n  when Date").model()
    let predicate = NSPredicate(format: format, argumentArray: arguments)
    let request = NSFetchRequest<NSManagedObject>(entityName: "A")
    request.predicate = predicate
    let stack = try Stack(kind, model: model)
    let pending = try stack.run { context in
      let object = context.insert("A", values)
      let result = [predicate.evaluate(with: object) ? 1 : 0, try context.count(for: request)]
      try context.save()
      return result
    }
    return pending + [try stack.run { try $0.count(for: request) }]
  }

  // R-PRED-228
  @Test(arguments: StackKind.singles)
  func aRemainderOfDecimalsIsExact(_ kind: StackKind) throws {
    let price = try #require(Decimal(string: "0.3"))
    let found = try found(
      "modulus:by:(price, %@) == 0", [NSDecimalNumber(string: "0.1")],
      ["price": NSDecimalNumber(decimal: price)], kind)
    #expect(found == [1, 1, 1])
  }

  // R-PRED-228
  @Test(arguments: StackKind.singles)
  func theAmountOfALargeIntegerIsExact(_ kind: StackKind) throws {
    let number: Int64 = 9_007_199_254_740_993
    let found = try found("abs:(n) == %@", [NSNumber(value: number)], ["n": -number], kind)
    #expect(found == [1, 1, 1])
    let other = try self.found("abs:(n) == %@", [NSNumber(value: number - 1)], ["n": -number], kind)
    #expect(other == [0, 0, 0])
  }

  // R-REQ-094
  @Test(arguments: StackKind.singles, ["price < 5", "price > 5", "price == 5"])
  func whatIsNoNumberComparesWithNothing(_ kind: StackKind, _ format: String) throws {
    let found = try found(format, [], ["price": NSDecimalNumber.notANumber], kind)
    #expect(found == [0, 0, 0])
  }

  // R-PSC-372
  @Test(arguments: StackKind.singles, ["when <= %@", "when == %@", "NOT when > %@"])
  func aDateOfMinusZeroIsTheReferenceDate(_ kind: StackKind, _ format: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: (-0.4).rounded())
    let reference = Date(timeIntervalSinceReferenceDate: 0)
    #expect(try found(format, [reference], ["when": date], kind) == [1, 1, 1])
  }
}
