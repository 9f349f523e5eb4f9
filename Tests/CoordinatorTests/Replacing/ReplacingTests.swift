// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// A copy of one store takes the place of another.
@Suite struct ReplacingTests {
  // R-PSC-106
  @Test(arguments: BackupStage.fileTypes)
  func aCopyIsTheSameStoreElsewhere(_ type: String) throws {
    let stage = try BackupStage(type)
    try stage.fill()
    let identifier = stage.store.identifier
    BackupStage.close(stage.coordinator)
    try? FileManager.default.removeItem(at: stage.url())
    let source = try stage.stage.place.url("old", ofType: type)
    let storeClass: AnyClass? = NSPersistentStoreCoordinator.registeredStoreTypes[type]?.storeClass
    guard !(storeClass is NSIncrementalStore.Type) else { return }
    try stage.coordinator.replacePersistentStore(
      at: try stage.url(), withPersistentStoreFrom: source, ofType: type)
    #expect(try stage.found() == TransferStage.contents)
    let copy = try stage.opened()
    #expect(copy.persistentStores[0].identifier == identifier)
    BackupStage.close(copy)
  }

  // R-PSC-106, R-PSC-880
  @Test(arguments: ReplacingStage.fileTypes)
  func whatWasThereIsGone(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let identifier = try stage.make("a", note: "first")
    try stage.make("b", note: "second")
    try stage.make("b", note: "third")
    try stage.place.coordinator().replacePersistentStore(
      at: stage.url("b"), withPersistentStoreFrom: stage.url("a"),
      type: NSPersistentStore.StoreType(rawValue: type))
    #expect(try stage.notes(at: "b") == ["first"])
    #expect(try stage.identifier("b") == identifier)
    try stage.make("b", note: "second")
    #expect(try stage.notes(at: "b") == ["first", "second"])
    #expect(try stage.notes(at: "a") == ["first"])
  }

  // R-PSC-106: what clients have put into the metadata comes along
  @Test(arguments: ReplacingStage.fileTypes)
  func metadataAreThoseOfTheSource(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    coordinator.setMetadata(["mark": "A"], for: coordinator.persistentStores[0])
    try stage.make("a", note: "first", in: coordinator)
    // The source goes on being used, and what is in its log counts.
    try stage.replace("b", with: "a")
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: stage.url("b"))
    #expect(metadata["mark"] as? String == "A")
    try stage.make("a", note: "second", in: coordinator)
    #expect(try stage.notes(coordinator) == ["first", "second"])
    #expect(try stage.notes(at: "b") == ["first"])
  }

  // R-PSC-107, 122
  @Test(arguments: ReplacingStage.fileTypes)
  func aStoreOfTheCoordinatorIsRemovedFirst(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let coordinator = try stage.open("b")
    let store = coordinator.persistentStores[0]
    try stage.make("b", note: "second", in: coordinator)
    let log = CoordinatorLog([coordinator, store])
    try stage.replace("b", with: "a", by: coordinator)
    #expect(coordinator.persistentStores == [])
    #expect(
      log.names == [
        .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreCoordinatorStoresDidChange,
      ])
    #expect((log.value(NSRemovedPersistentStoresKey, at: 1) as? [NSPersistentStore]) == [store])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url("b"), options: nil)
    #expect(try stage.notes(coordinator) == ["first"])
  }

  // R-PSC-106, 107, 122
  @Test(arguments: ReplacingStage.fileTypes)
  func aStoreTakesItsOwnPlace(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let identifier = try stage.make("a", note: "first")
    let before = try stage.content()
    try stage.replace("a", with: "a")
    #expect(try stage.content() == before)
    let coordinator = try stage.open("a")
    let store = coordinator.persistentStores[0]
    try stage.make("a", note: "second", in: coordinator)
    let log = CoordinatorLog([coordinator, store])
    try stage.replace("a", with: "a", by: coordinator)
    #expect(coordinator.persistentStores == [])
    #expect(
      log.names == [
        .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreCoordinatorStoresDidChange,
      ])
    #expect((log.value(NSRemovedPersistentStoresKey, at: 1) as? [NSPersistentStore]) == [store])
    #expect(try stage.identifier("a") == identifier)
    #expect(try stage.notes(at: "a") == ["first", "second"])
  }

  // R-PSC-106, 107: by another name; and others go on with what they have open
  @Test(arguments: ReplacingStage.fileTypes)
  func aLinkToAStoreIsTheStore(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    try FileManager.default.createSymbolicLink(
      at: stage.url("link"), withDestinationURL: stage.url("a"))
    let coordinator = try stage.open("a")
    try stage.replace("a", with: "link")
    try stage.make("a", note: "second", in: coordinator)
    #expect(try stage.notes(coordinator) == ["first", "second"])
  }

  // R-PSC-106, 108
  @Test(arguments: ReplacingStage.fileTypes)
  func whatIsNoStoreDoesNotTakeItsOwnPlace(_ type: String) throws {
    let stage = try ReplacingStage(type)
    #expect(ReplacingStage.code { try stage.replace("a", with: "a") } == 260)
    try Data("nonsense".utf8).write(to: stage.url("a"))
    #expect(ReplacingStage.code { try stage.replace("a", with: "a") } == 259)
    let other = try ReplacingStage(type == NSXMLStoreType ? NSBinaryStoreType : NSXMLStoreType)
    try other.make("b", note: "second")
    try FileManager.default.copyItem(at: other.url("b"), to: stage.url("b"))
    #expect(ReplacingStage.code { try stage.replace("b", with: "b") } == 134010)
  }

  // R-PSC-107: who has the same store open goes on with the new content
  @Test(arguments: ReplacingStage.engineTypes)
  func anotherCoordinatorFindsARestoredState(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    try stage.replace("backup", with: "a")
    let coordinator = try stage.open("a")
    try stage.make("a", note: "second", in: coordinator)
    #expect(try stage.notes(coordinator) == ["first", "second"])
    try stage.replace("a", with: "backup")
    #expect(try stage.notes(coordinator) == ["first"])
    try stage.make("a", note: "third", in: coordinator)
    #expect(try stage.notes(coordinator) == ["first", "third"])
  }

  // R-PSC-107: numbers that were taken ahead may be in use in the new content
  @Test(arguments: ReplacingStage.engineTypes)
  func numbersStayUniqueAfterAReplacement(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "0")
    try stage.replace("newer", with: "a")
    let coordinator = try stage.open("a")
    for note in 1...9 { try stage.make("a", note: "\(note)", in: coordinator) }
    let other = try stage.open("newer")
    for note in 10...59 { try stage.make("newer", note: "\(note)", in: other) }
    BackupStage.close(other)
    try stage.replace("a", with: "newer")
    #expect(try stage.notes(coordinator).count == 51)
    for note in 60...69 { try stage.make("a", note: "\(note)", in: coordinator) }
    let count = try stage.place.run(coordinator) { Set(try $0.all("Note").map(\.objectID)).count }
    #expect(count == 61)
  }

  // R-PSC-107, 843: rows of two stores are not mixed
  @Test(arguments: ReplacingStage.engineTypes)
  func anotherCoordinatorIsToldOfAnotherStore(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let coordinator = try stage.open("b")
    try stage.make("b", note: "second", in: coordinator)
    try stage.replace("b", with: "a")
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } == 134070)
    #expect(ReplacingStage.code { try stage.make("b", note: "x", in: coordinator) } == 134070)
    #expect(try stage.notes(at: "b") == ["first"])
    try coordinator.remove(coordinator.persistentStores[0])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url("b"), options: nil)
    #expect(try stage.notes(coordinator) == ["first"])
  }

  // R-PSC-107, 416
  @Test(arguments: BackupStage.atomicTypes)
  func aSaveToAReplacedFileIsRefused(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let coordinator = try stage.open("b")
    try stage.make("b", note: "second", in: coordinator)
    try stage.replace("b", with: "a")
    #expect(ReplacingStage.code { try stage.make("b", note: "x", in: coordinator) } == 134050)
    #expect(try stage.notes(at: "b") == ["first"])
  }

  // R-PSC-108
  @Test(arguments: ReplacingStage.fileTypes + [NSInMemoryStoreType])
  func aMissingSourceIsAnError(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("b")
    #expect(
      ReplacingStage.code { try stage.replace("b", with: "a", by: coordinator) } == 260)
    #expect(coordinator.persistentStores.count == 1)
    try stage.make("b", note: "kept", in: coordinator)
    #expect(try stage.notes(coordinator) == ["kept"])
  }

  // R-PSC-106
  @Test(arguments: ReplacingStage.fileTypes)
  func whatIsNoStoreOfTheTypeIsRefused(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let other = try ReplacingStage(type == NSXMLStoreType ? NSBinaryStoreType : NSXMLStoreType)
    try other.make("b", note: "second")
    try FileManager.default.copyItem(at: other.url("b"), to: stage.url("b"))
    #expect(ReplacingStage.code { try stage.replace("a", with: "b") } == 134010)
    #expect(ReplacingStage.code { try stage.replace("b", with: "a") } == 134010)
    try Data("nonsense".utf8).write(to: stage.url("c"))
    #expect(ReplacingStage.code { try stage.replace("a", with: "c") } == 259)
    #expect(try stage.notes(at: "a") == ["first"])
  }

  // R-PSC-106
  @Test func aStoreOnAServerIsItsClassesOwn() throws {
    let stage = try BackupStage(EveryStoreTransferTests.types.first { $0 == "HTTP" } ?? "")
    let copy = try stage.url()
    let code = ReplacingStage.code {
      try stage.coordinator.destroyPersistentStore(at: copy, ofType: stage.type)
    }
    #expect(code == 134070)
  }

  #if SQLite
  // R-PSC-106
  @Test func externalFilesComeAlong() throws {
    let stage = try PictureStage()
    try stage.make("a.sqlite", picture: 1)
    try stage.make("b.sqlite", picture: 2)
    let replaced = try #require(try stage.files("b").first)
    try stage.place.coordinator(PictureStage.model()).replacePersistentStore(
      at: stage.place.url("b.sqlite"), withPersistentStoreFrom: stage.place.url("a.sqlite"),
      type: .sqlite)
    #expect(try stage.picture("b.sqlite") == PictureStage.bytes(1))
    #expect(try stage.files("a") == stage.files("b"))
    #expect(try !stage.files("b").contains(replaced))
    try stage.place.coordinator().destroyPersistentStore(
      at: stage.place.url("a.sqlite"), type: .sqlite)
    #expect(try stage.files("a") == [])
    #expect(try stage.picture("b.sqlite") == PictureStage.bytes(1))
  }

  // R-PSC-106, 109: the size of pages need not be the same
  @Test(arguments: ["WAL", "DELETE"])
  func databasesMayDiffer(_ mode: String) throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    let pragmas = ["page_size": "8192", "journal_mode": mode]
    let other = try stage.open("b", options: [NSSQLitePragmasOption: pragmas])
    try stage.make("b", note: "second", in: other)
    BackupStage.close(other)
    try stage.make("a", note: "first")
    try stage.replace("b", with: "a")
    #expect(try stage.notes(at: "b") == ["first"])
    try stage.make("b", note: "third")
    #expect(try stage.notes(at: "b") == ["first", "third"])
  }
  #endif
}
