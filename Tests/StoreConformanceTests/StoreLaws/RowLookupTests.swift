// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct RowLookupTests {
  @Test(arguments: StoreUnderTest.all)
  func aMissingKeyHasNoRow(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let key = try session.reserve("Person")[0]
    #expect(try session.row(key) == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func aKeyOfANumberThatNeverWasHasNoRow(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let person = session.schema.index("Person")
    for number in [0, -1, 1 << 40, Int64.max, Int64.min] {
      #expect(try session.row(ObjectKey(entity: person, number: number)) == nil)
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func anAncestorsKeyFindsTheRowAndTheConcreteEntity(_ store: StoreUnderTest) throws {  // R-PSC-325
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let key = try session.insert("Employee", ["name": .string("Ada"), "salary": .integer(5)])
    for ancestor in ["Party", "Person", "Employee"] {
      var asked = key
      asked.entity = session.schema.index(ancestor)
      let row = try #require(try session.row(asked))
      #expect(row.entity == key.entity)
      #expect(
        session.schema.values(of: row) == ["name": .string("Ada"), "salary": .integer(5)])
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func aKeyOfAnotherBranchFindsNothing(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let person = try session.insert("Person")
    for entity in ["Company", "Employee"] {
      var asked = person
      asked.entity = session.schema.index(entity)
      #expect(try session.row(asked) == nil)
      let rows = try session.read { try $0.rows(for: [asked, person]) }
      #expect(rows.map { $0 != nil } == [false, true])
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func rowsComeInTheOrderOfTheKeys(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let people = try session.insert("Person", (0..<600).map { ["age": .integer($0)] })
    let companies = try session.insert("Company", (0..<10).map { ["revenue": .double(Double($0))] })
    let missing = try session.reserve("Person")
    let asked =
      companies + people.reversed() + missing + [people[3], people[3]] + companies.reversed()
    let rows = try session.read { try $0.rows(for: asked) }
    #expect(rows.count == asked.count)
    for (key, row) in zip(asked, rows) {
      #expect(row?.entity == (key == missing[0] ? nil : key.entity))
      #expect(row.map(session.schema.values) == (try session.values(key)))
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func noKeysGiveNoRows(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    #expect(try session.read { try $0.rows(for: []) }.isEmpty)
  }

  @Test(arguments: StoreUnderTest.all(with: .stableNumbers))
  func objectsOfAHierarchyNeverShareANumber(_ store: StoreUnderTest) throws {  // R-PSC-325
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    var numbers: [Int64] = []
    for entity in ["Person", "Company", "Employee", "Person", "Employee"] {
      numbers.append(try session.insert(entity).number)
    }
    #expect(numbers == [1, 2, 3, 4, 5])
  }

  @Test(arguments: StoreUnderTest.all)
  func rowsStayValidAfterTheSnapshotAndTheStore(_ store: StoreUnderTest) throws {
    var session: StoreSession? = try StoreSession(store, SchemaFixture.company)
    let schema = SchemaFixture.company
    let key = try #require(try session?.insert("Tag", ["name": .string("kept")]))
    let row = try #require(try session?.row(key))
    session?.backend.close()
    session = nil
    #expect(schema.values(of: row) == ["name": .string("kept")])
  }
}
