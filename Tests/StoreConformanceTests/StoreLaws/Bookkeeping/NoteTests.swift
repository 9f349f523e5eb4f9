// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Notes, in which the journal of saves over several stores is kept. // R-PSC-912
@Suite struct NoteTests {
  private static func change(_ notes: [String: Data?]) -> ChangeSet {
    var changes = ChangeSet()
    changes.notes = notes.map { StoreNote(name: $0.key, content: $0.value) }
    return changes
  }

  /// Files count their saves in a note of their own.
  private static func isOurs(_ note: StoreNote) -> Bool { note.name != StoreNote.saveCount }

  private static func notes(
    _ backend: any StoreBackend, under prefix: String = ""
  ) throws -> [StoreNote] {
    let snapshot = try backend.beginRead()
    defer { snapshot.end() }
    return try snapshot.notes(under: prefix).filter(isOurs)
  }

  @Test(arguments: StoreUnderTest.all(with: .notes))
  func aNewStoreHasNone(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    #expect(try Self.notes(session.backend).isEmpty)
    try session.commit(Self.change(["a": nil]))
    #expect(try Self.notes(session.backend).isEmpty)
  }

  @Test(arguments: StoreUnderTest.all(with: .notes))
  func committedOnesAreThereInOrderOfTheirNames(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.commit(
      Self.change(["b/2": Data([2]), "b/1": Data(), "a": Data([1]), "c": Data([3])]))
    #expect(try Self.notes(session.backend).map(\.name) == ["a", "b/1", "b/2", "c"])
    let some = try Self.notes(session.backend, under: "b/")
    #expect(
      some == [StoreNote(name: "b/1", content: Data()), StoreNote(name: "b/2", content: Data([2]))])
  }

  @Test(arguments: StoreUnderTest.all(with: .notes))
  func theyAreReplacedAndRemoved(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.commit(Self.change(["a": Data([1]), "b": Data([2])]))
    try session.commit(Self.change(["a": Data([3]), "b": nil]))
    #expect(try Self.notes(session.backend) == [StoreNote(name: "a", content: Data([3]))])
  }

  @Test(arguments: StoreUnderTest.all(with: .notes))
  func rolledBackOnesLeaveNoTrace(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    for _ in 0..<2 {
      let transaction = try session.backend.beginWrite()
      #expect(try transaction.apply(Self.change(["a": Data([1])])).isEmpty)
      #expect(try transaction.reader.notes(under: "").filter(Self.isOurs).map(\.name) == ["a"])
      transaction.rollback()
      #expect(try Self.notes(session.backend).isEmpty)
    }
    try session.commit(Self.change(["a": Data([1])]))
    #expect(try Self.notes(session.backend).map(\.name) == ["a"])
  }

  @Test(arguments: StoreUnderTest.all(with: .notes))
  func aMegabyteIsKept(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let large = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try session.commit(Self.change(["large": large]))
    #expect(try Self.notes(session.backend).first?.content == large)
  }

  @Test(arguments: StoreUnderTest.all(with: [.notes, .durable]))
  func theyAreThereAfterReopening(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.commit(Self.change(["a": Data([1])]))
    let reopened = try session.reopened()
    #expect(try Self.notes(reopened.backend) == [StoreNote(name: "a", content: Data([1]))])
  }

  /// A snapshot that was open before the first note goes on without.
  @Test(arguments: StoreUnderTest.all(with: [.notes, .isolatedSnapshots, .concurrentReaders]))
  func aSnapshotKeepsItsState(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = try session.backend.beginRead()
    defer { before.end() }
    try session.commit(Self.change(["a": Data([1])]))
    #expect(try before.notes(under: "").filter(Self.isOurs).isEmpty)
    #expect(try Self.notes(session.backend).count == 1)
  }
}
