// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct MetadataTests {
  private static func properties(_ values: [String: String]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
  }

  private static func change(_ session: StoreSession, to properties: Data) -> ChangeSet {
    var changes = ChangeSet()
    changes.metadata = StoreMetadata(
      identifier: session.backend.metadata.identifier, properties: properties)
    return changes
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aNewStoreHasTheMetadataItWasGiven(_ store: StoreUnderTest) throws {
    let properties = try Self.properties(["a": "1"])
    let session = try StoreSession(store, SchemaFixture.company) {
      $0.newMetadata.properties = properties
    }
    #expect(session.backend.metadata == session.configuration.newMetadata)
    #expect(session.backend.metadata.properties == properties)
  }

  @Test(arguments: StoreUnderTest.all)
  func committedMetadataIsThere(_ store: StoreUnderTest) throws {  // R-PSC-483
    let session = try StoreSession(store, SchemaFixture.company)
    let properties = try Self.properties(["a": "2"])
    try session.commit(Self.change(session, to: properties))
    #expect(session.backend.metadata.properties == properties)
  }

  @Test(arguments: StoreUnderTest.all)
  func metadataIsNotThereBeforeTheCommit(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = session.backend.metadata
    let transaction = try session.backend.beginWrite()
    let changes = Self.change(session, to: try Self.properties(["a": "2"]))
    #expect(try transaction.apply(changes).isEmpty)
    #expect(session.backend.metadata == before)
    try transaction.commit()
    #expect(session.backend.metadata == changes.metadata)
  }

  @Test(arguments: StoreUnderTest.all)
  func rolledBackMetadataIsNotThere(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let before = session.backend.metadata
    let transaction = try session.backend.beginWrite()
    let changes = Self.change(session, to: try Self.properties(["a": "2"]))
    #expect(try transaction.apply(changes).isEmpty)
    transaction.rollback()
    #expect(session.backend.metadata == before)
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .verbatim]))
  func metadataSurvivesReopening(_ store: StoreUnderTest) throws {  // R-PSC-483
    let session = try StoreSession(store, SchemaFixture.company)
    let identifier = session.backend.metadata.identifier
    let properties = try Self.properties(["key": "value ä", "other": ""])
    try session.commit(Self.change(session, to: properties))
    let reopened = try session.reopened { $0.newMetadata.identifier = UUID().uuidString }
    #expect(reopened.backend.metadata.identifier == identifier)
    #expect(reopened.backend.metadata.properties == properties)
  }

  @Test(arguments: StoreUnderTest.all(with: .durable))
  func entriesOfTheMetadataSurviveReopening(_ store: StoreUnderTest) throws {  // R-PSC-405, 487
    let session = try StoreSession(store, SchemaFixture.company)
    let identifier = session.backend.metadata.identifier
    try session.insert("Tag")
    try session.commit(Self.change(session, to: try Self.properties(["key": "value ä", "o": ""])))
    let metadata = try session.reopened().backend.metadata
    #expect(metadata.identifier == identifier)
    #expect(metadata.entries["key"] as? String == "value ä")
    #expect(metadata.entries["o"] as? String == "")
  }

  @Test(arguments: StoreUnderTest.all(with: [.durable, .verbatim]))
  func theFirstMetadataSurvivesReopening(_ store: StoreUnderTest) throws {
    let properties = try Self.properties(["a": "1"])
    let session = try StoreSession(store, SchemaFixture.company) {
      $0.newMetadata.properties = properties
    }
    let reopened = try session.reopened { $0.newMetadata.properties = Data() }
    #expect(reopened.backend.metadata == session.configuration.newMetadata)
  }
}
