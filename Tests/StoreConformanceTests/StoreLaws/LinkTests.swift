// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct LinkTests {
  @Test(arguments: StoreUnderTest.all)
  func aLinkIsSeenFromBothSides(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let student = try session.insert("Student")
    let courses = try session.insert("Course", [[:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Student", name: "courses", owner: student, member: courses[1]),
      session.schema.linkChange(
        .add, entity: "Course", name: "students", owner: courses[0], member: student))
    #expect(try session.members(student, "courses") == courses)
    #expect(try session.members(courses[0], "students") == [student])
    #expect(try session.members(courses[1], "students") == [student])
  }

  @Test(arguments: StoreUnderTest.all)
  func addingAPairTwiceKeepsOne(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let student = try session.insert("Student")
    let course = try session.insert("Course")
    let add = session.schema.linkChange(
      .add, entity: "Student", name: "courses", owner: student, member: course)
    try session.link(add)
    try session.link(add)
    #expect(try session.members(student, "courses") == [course])
    try session.link(
      session.schema.linkChange(
        .remove, entity: "Student", name: "courses", owner: student, member: course))
    #expect(try session.members(student, "courses") == [])
    #expect(try session.members(course, "students") == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func removingAPairThatIsNotThereDoesNothing(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let student = try session.insert("Student")
    let courses = try session.insert("Course", [[:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Student", name: "courses", owner: student, member: courses[0]))
    try session.link(
      session.schema.linkChange(
        .remove, entity: "Student", name: "courses", owner: student, member: courses[1]))
    #expect(try session.members(student, "courses") == [courses[0]])
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func aLinkDoesNotRaiseAVersion(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let student = try session.insert("Student")
    let course = try session.insert("Course")
    try session.link(
      session.schema.linkChange(
        .add, entity: "Student", name: "courses", owner: student, member: course))
    #expect(try session.row(student)?.version == 1)
    #expect(try session.row(course)?.version == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func objectsInsertedInTheSameSaveCanBeLinked(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let student = try session.reserve("Student")[0]
    let course = try session.reserve("Course")[0]
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(key: student, row: session.schema.row("Student")),
      RowInsert(key: course, row: session.schema.row("Course")),
    ]
    changes.links = [
      session.schema.linkChange(
        .add, entity: "Student", name: "courses", owner: student, member: course)
    ]
    try session.commit(changes)
    #expect(try session.members(course, "students") == [student])
  }

  // MARK: - Order

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func anOrderedSideComesInItsOrder(_ store: StoreUnderTest) throws {  // R-REQ-138
    let session = try StoreSession(store, SchemaFixture.relationships)
    let queue = try session.insert("Queue")
    let jobs = try session.insert("Job", [[:], [:], [:]])
    for (job, order) in zip(jobs, [3072, 1024, 2048] as [Int64]) {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Queue", name: "jobs", owner: queue, member: job, order: order))
    }
    #expect(try session.members(queue, "jobs") == [jobs[1], jobs[2], jobs[0]])
    #expect(try session.orders(queue, "jobs") == [1024, 2048, 3072])
    #expect(try session.members(jobs[0], "queues") == [queue])
    #expect(try session.orders(jobs[0], "queues") == [])
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func bothSidesMayBeOrdered(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let shelves = try session.insert("Shelf", [[:], [:]])
    let books = try session.insert("Book", [[:], [:]])
    for (s, shelf) in shelves.enumerated() {
      for (b, book) in books.enumerated() {
        try session.link(
          session.schema.linkChange(
            .add, entity: "Shelf", name: "books", owner: shelf, member: book, order: Int64(100 - b),
            inverseOrder: Int64(50 - s)))
      }
    }
    for shelf in shelves {
      #expect(try session.members(shelf, "books") == books.reversed())
      #expect(try session.orders(shelf, "books") == [99, 100])
    }
    for book in books {
      #expect(try session.members(book, "shelves") == shelves.reversed())
      #expect(try session.orders(book, "shelves") == [49, 50])
    }
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func addingAPairAgainOnlySetsItsOrder(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let shelf = try session.insert("Shelf")
    let books = try session.insert("Book", [[:], [:]])
    for (book, order) in zip(books, [1, 2] as [Int64]) {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Shelf", name: "books", owner: shelf, member: book, order: order,
          inverseOrder: 7))
    }
    try session.link(
      session.schema.linkChange(
        .add, entity: "Shelf", name: "books", owner: shelf, member: books[0], order: 3))
    #expect(try session.members(shelf, "books") == [books[1], books[0]])
    #expect(try session.orders(books[0], "shelves") == [7])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Shelf", name: "books", owner: shelf, member: books[0]))
    #expect(try session.orders(shelf, "books") == [2, 3])
  }

  @Test(arguments: StoreUnderTest.all)
  func anAddedPairWithoutAnOrderGoesToTheEnd(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let queue = try session.insert("Queue")
    let jobs = try session.insert("Job", [[:], [:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Queue", name: "jobs", owner: queue, member: jobs[2], order: 5_000))
    try session.link(
      session.schema.linkChange(.add, entity: "Queue", name: "jobs", owner: queue, member: jobs[1]))
    try session.link(
      session.schema.linkChange(.add, entity: "Queue", name: "jobs", owner: queue, member: jobs[0]))
    #expect(try session.members(queue, "jobs") == [jobs[2], jobs[1], jobs[0]])
  }

  // MARK: - Reflexive links

  @Test(arguments: StoreUnderTest.all)
  func aReflexiveLinkHasTwoDirections(_ store: StoreUnderTest) throws {  // R-REQ-136
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "follows", owner: nodes[0], member: nodes[1]))
    #expect(try session.members(nodes[0], "follows") == [nodes[1]])
    #expect(try session.members(nodes[1], "follows") == [])
    #expect(try session.members(nodes[1], "followers") == [nodes[0]])
    #expect(try session.members(nodes[0], "followers") == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func aRelationshipThatIsItsOwnInverseIsSymmetric(_ store: StoreUnderTest) throws {  // R-REQ-139
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "friends", owner: nodes[1], member: nodes[0]),
      session.schema.linkChange(
        .add, entity: "Node", name: "friends", owner: nodes[1], member: nodes[2]))
    #expect(try session.members(nodes[0], "friends") == [nodes[1]])
    #expect(try session.members(nodes[1], "friends") == [nodes[0], nodes[2]])
    #expect(try session.members(nodes[2], "friends") == [nodes[1]])
  }

  @Test(arguments: StoreUnderTest.all)
  func bothDirectionsOfASymmetricPairAreOneLink(_ store: StoreUnderTest) throws {  // R-REQ-139
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "friends", owner: nodes[0], member: nodes[1]))
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "friends", owner: nodes[1], member: nodes[0]))
    #expect(try session.members(nodes[0], "friends") == [nodes[1]])
    #expect(try session.members(nodes[1], "friends") == [nodes[0]])
    try session.link(
      session.schema.linkChange(
        .remove, entity: "Node", name: "friends", owner: nodes[1], member: nodes[0]))
    #expect(try session.members(nodes[0], "friends") == [])
    #expect(try session.members(nodes[1], "friends") == [])
  }

  @Test(arguments: StoreUnderTest.all, ["follows", "friends"])
  func anObjectMayBeLinkedToItself(_ store: StoreUnderTest, _ name: String) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let node = try session.insert("Node")
    try session.link(
      session.schema.linkChange(.add, entity: "Node", name: name, owner: node, member: node))
    #expect(try session.members(node, name) == [node])
    try session.delete(node)
    #expect(try session.members(node, name) == [])
  }

  // MARK: - Without an inverse

  @Test(arguments: StoreUnderTest.all)
  func aToManyWithoutAnInverseIsALink(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let nodes = try session.insert("Node", [[:], [:]])
    let files = try session.insert("File", [[:], [:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: nodes[0], member: files[0]),
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: nodes[0], member: files[2]),
      session.schema.linkChange(
        .add, entity: "Node", name: "bookmarks", owner: nodes[1], member: files[1]),
      session.schema.linkChange(
        .add, entity: "Node", name: "steps", owner: nodes[0], member: files[0], order: 2),
      session.schema.linkChange(
        .add, entity: "Node", name: "steps", owner: nodes[0], member: files[1], order: 1))
    #expect(try session.members(nodes[0], "bookmarks") == [files[0], files[2]])
    #expect(try session.members(nodes[1], "bookmarks") == [files[1]])
    #expect(try session.members(nodes[0], "steps") == [files[1], files[0]])
    try session.delete(files[1])
    #expect(try session.members(nodes[0], "steps") == [files[0]])
    #expect(try session.members(nodes[1], "bookmarks") == [])
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func linksSurviveReopening(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let queue = try session.insert("Queue")
    let jobs = try session.insert("Job", [[:], [:]])
    try session.link(
      session.schema.linkChange(
        .add, entity: "Queue", name: "jobs", owner: queue, member: jobs[0], order: 2),
      session.schema.linkChange(
        .add, entity: "Queue", name: "jobs", owner: queue, member: jobs[1], order: 1))
    #expect(try session.reopened().members(queue, "jobs") == jobs.reversed())
  }
}

extension StoreSession {
  /// The order keys of one owner's to-many.
  func orders(_ owner: ObjectKey, _ name: String) throws -> [Int64] {
    let reference = schema.relationship(schema.entities[owner.entity].name, name)
    return try read { try $0.related(reference, of: [owner], withRows: false).orders }
  }
}
