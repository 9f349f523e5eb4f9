// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct RelatedTests {
  @Test(arguments: StoreUnderTest.all(without: .costlyRows), [false, true])
  func membersOfSeveralOwnersComeByOwnerPosition(_ store: StoreUnderTest, _ withRows: Bool) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let folders = try session.insert("Folder", [[:], [:], [:], [:]])
    let owners = [2, 0, 2, 0, 0, 3]
    let files = try session.insert(
      "File", owners.map { ["folder": .reference(folders[$0]), "name": .string("\($0)")] })
    let asked = [folders[3], folders[0], folders[1], folders[2]]
    let batch = try session.read {
      try $0.related(session.schema.relationship("Folder", "files"), of: asked, withRows: withRows)
    }
    #expect(batch.owners == [0, 1, 1, 1, 3, 3])
    #expect(batch.keys == [5, 1, 3, 4, 0, 2].map { files[$0] })
    #expect(batch.orders.isEmpty)
    #expect(batch.rows.count == (withRows ? 6 : 0))
    for (key, row) in zip(batch.keys, batch.rows) {
      #expect(session.schema.values(of: row) == (try session.values(key)))
    }
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows), [false, true])
  func membersOverALinkComeByOwnerPosition(_ store: StoreUnderTest, _ withRows: Bool) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let students = try session.insert("Student", [[:], [:], [:]])
    let courses = try session.insert(
      "Course", [["name": .string("a")], ["name": .string("b")], ["name": .string("c")]])
    for (s, c) in [(0, 2), (0, 0), (2, 1), (2, 2)] {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Student", name: "courses", owner: students[s], member: courses[c]))
    }
    let batch = try session.read {
      try $0.related(
        session.schema.relationship("Student", "courses"), of: students.reversed(),
        withRows: withRows)
    }
    #expect(batch.owners == [0, 0, 2, 2])
    #expect(batch.keys == [courses[1], courses[2], courses[0], courses[2]])
    let names = ["b", "c", "a", "c"].map { ["name": AttributeValue.string($0)] }
    #expect(batch.rows.map(session.schema.values) == (withRows ? names : []))
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func anOrderedInverseComesInItsOrder(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let lists = try session.insert("Playlist", [[:], [:]])
    let tracks = try session.insert(
      "Track",
      [(0, 30), (1, 5), (0, 10), (0, 20), (1, 4)].map { list, order in
        ["playlist": .reference(lists[list]), "playlist#": .integer(order)]
      })
    let batch = try session.read {
      try $0.related(session.schema.relationship("Playlist", "tracks"), of: lists, withRows: true)
    }
    #expect(batch.owners == [0, 0, 0, 1, 1])
    #expect(batch.keys == [2, 3, 0, 4, 1].map { tracks[$0] })
    #expect(batch.orders == [10, 20, 30, 4, 5])
    #expect(batch.rows.count == 5)
  }

  @Test(arguments: StoreUnderTest.all)
  func equalOrdersAreDecidedByNumber(_ store: StoreUnderTest) throws {  // R-REQ-138
    let session = try StoreSession(store, SchemaFixture.relationships)
    let list = try session.insert("Playlist")
    let track: PropertyValues = ["playlist": .reference(list), "playlist#": .integer(1)]
    let tracks = try session.insert("Track", [track, track, track])
    #expect(try session.members(list, "tracks") == tracks)
  }

  @Test(arguments: StoreUnderTest.all)
  func anOwnerMayBeAskedForTwice(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let folder = try session.insert("Folder")
    let file = try session.insert("File", ["folder": .reference(folder)])
    let batch = try session.read {
      try $0.related(
        session.schema.relationship("Folder", "files"), of: [folder, folder], withRows: false)
    }
    #expect(batch.owners == [0, 1])
    #expect(batch.keys == [file, file])
  }

  @Test(arguments: StoreUnderTest.all)
  func noOwnersHaveNoMembers(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let batch = try session.read {
      try $0.related(session.schema.relationship("Folder", "files"), of: [], withRows: true)
    }
    #expect(batch.owners.isEmpty)
    #expect(batch.keys.isEmpty)
    #expect(batch.rows.isEmpty)
  }

  @Test(arguments: StoreUnderTest.all)
  func aMissingOwnerHasNoMembers(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    #expect(try session.members(try session.reserve("Folder")[0], "files") == [])
    #expect(try session.members(try session.reserve("Student")[0], "courses") == [])
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func membersOfManyOwnersAreComplete(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let folders = try session.insert("Folder", Array(repeating: [:], count: 1_200))
    let files = try session.insert(
      "File", (0..<3_600).map { ["folder": .reference(folders[$0 % 1_200])] })
    let batch = try session.read {
      try $0.related(session.schema.relationship("Folder", "files"), of: folders, withRows: true)
    }
    let positions: [Int] = (0..<3_600).map { $0 / 3 + 1_200 * ($0 % 3) }
    let owners: [Int32] = (0..<3_600).map { Int32($0 / 3) }
    #expect(batch.keys == positions.map { files[$0] })
    #expect(batch.owners == owners)
    #expect(batch.rows.count == 3_600)
  }

  @Test(arguments: StoreUnderTest.all)
  func reflexiveOneToManyHasParentAndChildren(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let root = try session.insert("Node")
    let children = try session.insert(
      "Node", [["parent": .reference(root)], ["parent": .reference(root)]])
    #expect(try session.members(root, "children") == children)
    #expect(try session.members(children[0], "children") == [])
    try session.update(children[0], set: ["parent": .reference(children[1])])
    #expect(try session.members(root, "children") == [children[1]])
    #expect(try session.members(children[1], "children") == [children[0]])
  }

  @Test(arguments: StoreUnderTest.all)
  func oneToOneIsTwoReferences(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let person = try session.insert("Person")
    let passport = try session.insert("Passport", ["holder": .reference(person)])
    try session.update(person, set: ["passport": .reference(passport)])
    #expect(try session.values(person) == ["passport": .reference(passport)])
    #expect(try session.values(passport) == ["holder": .reference(person)])
  }

  // MARK: - Hierarchies

  @Test(arguments: StoreUnderTest.all)
  func aReferenceKeepsTheConcreteEntity(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    for entity in ["Company", "Person", "Employee"] {
      let owner = try session.insert(entity)
      let account = try session.insert("Account", ["owner": .reference(owner)])
      #expect(try session.values(account) == ["owner": .reference(owner)])
      #expect(try session.members(owner, "accounts") == [account])
    }
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func membersOfAnyEntityOfTheHierarchyAreConcrete(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let group = try session.insert("Group")
    let members = try ["Employee", "Company", "Person"].map { try session.insert($0) }
    for member in members {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Group", name: "members", owner: group, member: member))
    }
    #expect(try session.members(group, "members") == members)
    for member in members { #expect(try session.members(member, "groups") == [group]) }
    let batch = try session.read {
      try $0.related(
        session.schema.relationship("Group", "members"), of: [group], withRows: true)
    }
    #expect(batch.rows.map(\.entity) == members.map(\.entity))
  }

  @Test(arguments: StoreUnderTest.all)
  func ownersMayBeOfDescendants(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let owners = try ["Employee", "Company", "Person"].map { try session.insert($0) }
    let accounts = try session.insert("Account", owners.map { ["owner": .reference($0)] })
    let batch = try session.read {
      try $0.related(
        session.schema.relationship("Party", "accounts"), of: owners, withRows: false)
    }
    #expect(batch.owners == [0, 1, 2])
    #expect(batch.keys == accounts)
  }
}
