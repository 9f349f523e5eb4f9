// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct LifecycleTests {
  @Test(arguments: StoreUnderTest.all)
  func anOpenStoreCanWhatItClaims(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    #expect(session.backend.capabilities == store.capabilities)
  }

  @Test(arguments: StoreUnderTest.all)
  func closingTwiceIsHarmless(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    session.backend.close()
    session.backend.close()
  }

  @Test(arguments: StoreUnderTest.all)
  func aClosedStoreRefusesEveryCall(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let backend = session.backend
    backend.close()
    #expect(errorKind { () throws(StoreError) in _ = try backend.beginRead() } == .closed)
    #expect(errorKind { () throws(StoreError) in _ = try backend.beginWrite() } == .closed)
    #expect(
      errorKind { () throws(StoreError) in _ = try backend.reserveNumbers(1, root: 0) } == .closed)
    #expect(errorKind { () throws(StoreError) in _ = try backend.statistics() } == .closed)
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func contentsSurviveReopening(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let state = try CompanyState(session)
    try state.expectUnchanged(in: try session.reopened())
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func anEmptyStoreCanBeReopened(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    #expect(try session.reopened().count(session.query("Tag")) == 0)
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func reopeningManyTimesLosesNothing(_ store: StoreUnderTest) throws {
    var session = try StoreSession(store, SchemaFixture.company)
    for count in 1...20 {
      try session.insert("Tag", ["name": .string("\(count)")])
      session = try session.reopened()
      #expect(try session.count(session.query("Tag")) == count)
    }
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .multiProcess]))
  func aSecondBackendSeesTheCommitsOfTheFirst(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let other = try session.another()
    let key = try session.insert("Tag", ["name": .string("a")])
    #expect(try other.values(key) == ["name": .string("a")])
    try other.update(key, set: ["name": .string("b")])
    #expect(try session.values(key) == ["name": .string("b")])
    #expect(try session.row(key)?.version == 2)
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .multiProcess]))
  func closingOneBackendLeavesTheOtherOpen(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let other = try session.another()
    session.backend.close()
    let key = try other.insert("Tag")
    #expect(try other.row(key) != nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func aStoreMayHoldAPartOfTheEntities(_ store: StoreUnderTest) throws {  // R-PSC-170
    let schema = SchemaFixture.company
    let session = try StoreSession(
      store, schema, entities: ["Department", "Employee"].map(schema.index))
    let key = try session.insert("Employee", ["name": .string("a")])
    #expect(try session.values(key) == ["name": .string("a")])
  }

  // MARK: - Read-only

  @Test(arguments: StoreUnderTest.all(with: [.durable, .readOnlyOpening]))
  func aReadOnlyStoreCanBeReadButNotWritten(_ store: StoreUnderTest) throws {  // R-PSC-131
    let session = try StoreSession(store, SchemaFixture.company)
    let state = try CompanyState(session)
    let reopened = try session.reopened { $0.isReadOnly = true }
    try state.expectUnchanged(in: reopened)
    let backend = reopened.backend
    #expect(errorKind { () throws(StoreError) in _ = try backend.beginWrite() } == .readOnly)
    #expect(
      errorKind { () throws(StoreError) in _ = try backend.reserveNumbers(1, root: 0) }
        == .readOnly)
  }

  @Test(arguments: StoreUnderTest.files)
  func readingAReadOnlyStoreLeavesItsFileAsItWas(_ store: StoreUnderTest) throws {  // R-PSC-131
    let session = try StoreSession(store, SchemaFixture.company)
    let state = try CompanyState(session)
    session.backend.close()
    let url = try #require(session.configuration.url)
    let before = try Data(contentsOf: url)
    let reopened = try session.another { $0.isReadOnly = true }
    try state.expectUnchanged(in: reopened)
    reopened.backend.close()
    #expect(try Data(contentsOf: url) == before)
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .readOnlyOpening]))
  func aMissingFileCannotBeOpenedReadOnly(_ store: StoreUnderTest) throws {  // R-PSC-058
    let directory = try TemporaryDirectory()
    var configuration = try store.configuration(directory: directory, schema: SchemaFixture.company)
    configuration.isReadOnly = true
    let kind = errorKind { () throws(StoreError) in try store.open(configuration).close() }
    #expect(kind == .missingFile)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  // MARK: - Files of other kinds

  @Test(arguments: StoreUnderTest.files)
  func aZeroLengthFileIsANewStore(_ store: StoreUnderTest) throws {  // R-PSC-059
    let directory = try TemporaryDirectory()
    let url = try #require(try store.url(in: directory))
    try Data().write(to: url)
    let configuration = try store.configuration(directory: directory, schema: SchemaFixture.company)
    let session = try StoreSession(store, directory: directory, configuration: configuration)
    let key = try session.insert("Tag", ["name": .string("a")])
    if store.capabilities.contains(.verbatim) {
      #expect(session.backend.metadata == configuration.newMetadata)
    }
    #expect(try session.reopened().values(key) == ["name": .string("a")])
  }

  @Test(arguments: StoreUnderTest.files)
  func missingFoldersAreMade(_ store: StoreUnderTest) throws {  // R-PSC-058
    let directory = try TemporaryDirectory()
    var configuration = try store.configuration(directory: directory, schema: SchemaFixture.company)
    configuration.url = directory.url.appendingPathComponent("a/b/store")
    let session = try StoreSession(store, directory: directory, configuration: configuration)
    #expect(try session.count(session.query("Tag")) == 0)
  }

  @Test(arguments: StoreUnderTest.files, [1, 100, 4_096, 100_000])
  func anUnrecognisableFileIsRefusedAndLeftAlone(_ store: StoreUnderTest, _ size: Int) throws {
    // R-PSC-059
    let directory = try TemporaryDirectory()
    let url = try #require(try store.url(in: directory))
    var random = SplitMix64(seed: UInt64(size))
    let garbage = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
    try garbage.write(to: url)
    let configuration = try store.configuration(directory: directory, schema: SchemaFixture.company)
    let kind = errorKind { () throws(StoreError) in try store.open(configuration).close() }
    #expect(kind == .corrupt)
    #expect(try Data(contentsOf: url) == garbage)
  }
}

/// The kind of error that some work ends with.
func errorKind(_ work: () throws(StoreError) -> Void) -> StoreError.Kind? {
  do throws(StoreError) {
    try work()
    return nil
  } catch { return error.kind }
}
