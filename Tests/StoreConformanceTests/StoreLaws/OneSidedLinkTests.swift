// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// A to-many without inverse: an object is in one owner's at most (R-REQ-140). Stores of nodes and of
/// clients keep what each owner says.
@Suite struct OneSidedLinkTests {
  static let engines = StoreUnderTest.all(with: .verbatim)

  private struct Case {
    let session: StoreSession
    let nodes: [ObjectKey]
    let files: [ObjectKey]
  }

  /// A node with two bookmarks and steps, and one without any.
  private func made(_ store: StoreUnderTest) throws -> Case {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:]])
    let files = try session.insert("File", [[:], [:]])
    for (place, file) in files.enumerated() {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Node", name: "bookmarks", owner: nodes[0], member: file),
        session.schema.linkChange(
          .add, entity: "Node", name: "steps", owner: nodes[0], member: file,
          order: Int64(place + 1) * 1024))
    }
    return Case(session: session, nodes: nodes, files: files)
  }

  @Test(arguments: engines)
  func anAddedMemberLeavesItsFormerOwner(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: made.nodes[1], member: made.files[0]))
    #expect(try session.members(made.nodes[0], "bookmarks") == [made.files[1]])
    #expect(try session.members(made.nodes[1], "bookmarks") == [made.files[0]])
    #expect(try session.members(made.nodes[0], "steps") == made.files)
  }

  @Test(arguments: engines)
  func theLastOfSeveralOwnersInOneSaveCounts(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    let file = try session.insert("File")
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: made.nodes[0], member: file),
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: made.nodes[1], member: file))
    #expect(try session.members(made.nodes[0], "bookmarks") == made.files)
    #expect(try session.members(made.nodes[1], "bookmarks") == [file])
  }

  @Test(arguments: engines)
  func anOrderedMemberLeavesItsFormerOwnerToo(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "steps", owner: made.nodes[1], member: made.files[0], order: 7))
    #expect(try session.members(made.nodes[0], "steps") == [made.files[1]])
    #expect(try session.orders(made.nodes[1], "steps") == [7])
  }

  @Test(arguments: engines)
  func removingFromAFormerOwnerTakesNothingFromTheNewOne(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: made.nodes[1], member: made.files[0]),
      session.schema.linkChange(
        .remove, entity: "Node", name: "bookmarks", owner: made.nodes[0], member: made.files[0]))
    #expect(try session.members(made.nodes[1], "bookmarks") == [made.files[0]])
  }

  @Test(arguments: engines)
  func addingAMemberAgainKeepsItsPlace(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "steps", owner: made.nodes[0], member: made.files[0]))
    #expect(try session.members(made.nodes[0], "steps") == made.files)
    #expect(try session.orders(made.nodes[0], "steps") == [1024, 2048])
  }

  @Test(arguments: engines)
  func membersOfADeletedOwnerStayWithoutOne(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = made.session
    try session.delete(made.nodes[0])
    #expect(try session.members(made.nodes[0], "bookmarks") == [])
    #expect(try session.row(made.files[0]) != nil)
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "steps", owner: made.nodes[1], member: made.files[1]))
    #expect(try session.members(made.nodes[1], "steps") == [made.files[1]])
  }

  @Test(arguments: StoreUnderTest.all(with: [.verbatim, .durable]))
  func ownersSurviveReopening(_ store: StoreUnderTest) throws {
    let made = try made(store)
    let session = try made.session.reopened()
    #expect(try session.members(made.nodes[0], "bookmarks") == made.files)
    #expect(try session.members(made.nodes[0], "steps") == made.files)
  }

  @Test(arguments: engines)
  func manyMembersFindTheirOwner(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:]])
    let files = try session.insert("File", Array(repeating: [:], count: 500))
    for node in nodes {
      var changes = ChangeSet()
      changes.links = files.map {
        session.schema.linkChange(.add, entity: "Node", name: "bookmarks", owner: node, member: $0)
      }
      try session.commit(changes)
    }
    #expect(try session.members(nodes[0], "bookmarks") == [])
    #expect(try session.members(nodes[1], "bookmarks") == files)
  }
}
