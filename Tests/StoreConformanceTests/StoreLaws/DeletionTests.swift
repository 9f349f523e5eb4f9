// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct DeletionTests {
  @Test(arguments: StoreUnderTest.all)
  func aDeletedRowIsGone(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", [[:], [:], [:]])
    try session.delete(keys[1])
    #expect(try session.row(keys[1]) == nil)
    #expect(try session.keys(session.query("Tag")) == [keys[0], keys[2]])
    #expect(try session.count(session.query("Tag")) == 2)
  }

  @Test(arguments: StoreUnderTest.all)
  func deletingRemovesAllLinksThatMentionTheObject(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let employees = try session.insert("Employee", [[:], [:]])
    let tags = try session.insert("Tag", [[:], [:]])
    for employee in employees {
      for tag in tags {
        try session.link(
          session.schema.linkChange(
            .add, entity: "Employee", name: "tags", owner: employee, member: tag))
      }
    }
    try session.delete(tags[0])
    try session.delete(employees[0])
    #expect(try session.members(employees[1], "tags") == [tags[1]])
    #expect(try session.members(tags[1], "employees") == [employees[1]])
    #expect(try session.members(employees[0], "tags") == [])
    #expect(try session.members(tags[0], "employees") == [])
  }

  @Test(arguments: StoreUnderTest.all, ["follows", "followers", "friends"])
  func deletingRemovesReflexiveLinksOnBothSides(_ store: StoreUnderTest, _ name: String) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: name, owner: nodes[0], member: nodes[1]),
      session.schema.linkChange(
        .add, entity: "Node", name: name, owner: nodes[1], member: nodes[2]),
      session.schema.linkChange(.add, entity: "Node", name: name, owner: nodes[0], member: nodes[2])
    )
    try session.delete(nodes[1])
    #expect(try session.members(nodes[0], name) == [nodes[2]])
    #expect(try session.members(nodes[1], name) == [])
    #expect(try session.members(nodes[2], name) == (name == "friends" ? [nodes[0]] : []))
  }

  @Test(arguments: StoreUnderTest.all)
  func deletingAMemberRemovesItFromItsInverse(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let folder = try session.insert("Folder")
    let files = try session.insert(
      "File", [["folder": .reference(folder)], ["folder": .reference(folder)]])
    try session.delete(files[0])
    #expect(try session.members(folder, "files") == [files[1]])
  }

  @Test(arguments: StoreUnderTest.all)
  func deletesComeBeforeInserts(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let old = try session.insert("Derived", ["code": .string("x")])
    let fresh = try session.reserve("Other")[0]
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: old, expectedVersion: 1)]
    changes.inserts = [
      RowInsert(key: fresh, row: session.schema.row("Other", ["code": .string("x")]))
    ]
    try session.commit(changes)
    #expect(try session.keys(session.query("Base")) == [fresh])
  }

  @Test(arguments: StoreUnderTest.all)
  func manyRowsAreDeletedAtOnce(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert(
      "Employee", (0..<1_500).map { ["salary": .integer($0), "name": .string("\($0)")] })
    var changes = ChangeSet()
    changes.deletes = keys.filter { !$0.number.isMultiple(of: 3) }
      .map { RowDelete(key: $0, expectedVersion: 1) }
    try session.commit(changes)
    #expect(
      try session.keys(session.query("Employee")) == keys.filter { $0.number.isMultiple(of: 3) })
  }

  @Test(arguments: StoreUnderTest.all)
  func aDeletedRowIsNoLongerFoundByItsIndexes(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.indexes)
    let keys = try session.insert("Special", [["a": .integer(1)], ["a": .integer(1)]])
    try session.delete(keys[0])
    let path = session.schema.path("Item", "a")
    let query = session.query("Item", .compare(.column(path), .equal, .value(.integer(1)), []))
    #expect(try session.keys(query) == [keys[1]])
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func aLinkedObjectAndItsLinkMayBeDeletedInOneSave(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let employee = try session.insert("Employee")
    let tag = try session.insert("Tag")
    try session.link(
      session.schema.linkChange(
        .add, entity: "Employee", name: "tags", owner: employee, member: tag))
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: tag, expectedVersion: 1)]
    changes.links = [
      session.schema.linkChange(
        .remove, entity: "Employee", name: "tags", owner: employee, member: tag)
    ]
    try session.commit(changes)
    #expect(try session.members(employee, "tags") == [])
  }
}
