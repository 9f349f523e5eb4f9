// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Two integers divide as integers, on every store and on pending objects. // R-PRED-228
@Suite struct DivisionTests {
  private static let samples: [(String, Bool)] = [
    ("divide:by:(age, 2) == 3", true), ("divide:by:(age, 2) == 3.5", false), ("age / 2 == 3", true),
    ("age / 2.0 == 3.5", true), ("(0 - age) / 2 == -3", true), ("age / 0 == 0", false),
    ("age / 0 > 1", false), ("age / 0.0 > 1", false), ("balance / 2 == 3.5", true),
    ("modulus:by:(age, 0) == 0", false), ("modulus:by:(age, 2) == 1", true),
    ("age == 15 / 2", true),
  ]

  @Test(arguments: StackKind.everyStore)
  func integersDivideAsIntegers(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert(
        "Person", ["firstName": "A", "age": 7, "balance": NSDecimalNumber(value: 7)])
      for (format, fits) in Self.samples {
        #expect(try context.all("Person", format).isEmpty != fits, "pending: \(format)")
      }
      try context.save()
      for (format, fits) in Self.samples {
        #expect(try context.all("Person", format).isEmpty != fits, "saved: \(format)")
      }
    }
  }
}
