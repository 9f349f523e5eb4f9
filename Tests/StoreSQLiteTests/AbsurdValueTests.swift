// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Bookkeeping of files that no store has written so.
@Suite struct AbsurdValueTests {
  private func fixture(_ change: String) throws -> SQLiteFixture {
    let fixture = try SQLiteFixture(FaultTests.schema)
    let store = try fixture.open()
    try store.insert("Item", [["name": .string("a")], ["name": .string("b")]], FaultTests.schema)
    store.close()
    try fixture.raw().run(change)
    return fixture
  }

  // R-PSC-320
  @Test(arguments: ["'many'", "'7'", "x'00'", "1e300", "-5", "NULL", "2.5"])
  func aCounterThatIsNoWholeNumberEndsInNumbersOrAnError(_ counter: String) throws {
    let fixture = try fixture("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)")
    let store = try fixture.open()
    defer { store.close() }
    var first: Int64 = 3
    let kind = errorKind { first = try store.reserveNumbers(3, root: 0) }
    #expect(first > 2)
    #expect(kind == (counter == "1e300" ? .numbersExhausted : nil))
  }
}
#endif
