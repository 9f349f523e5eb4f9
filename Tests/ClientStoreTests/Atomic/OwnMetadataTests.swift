// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Atomic stores whose classes know nothing of files that are not open.
struct OwnMetadataTests {
  private static var classes: [TitleStore.Type] {
    [
      TitleStore.self, InitialTitleStore.self, KeepingTitleStore.self, LoadingTitleStore.self,
      FolderTitleStore.self,
    ]
  }

  private let place: Workplace

  init() throws { place = try Workplace() }

  private func opened(
    _ storeClass: TitleStore.Type, model: NSManagedObjectModel = TapeModel.make()
  ) throws -> NSPersistentStoreCoordinator {
    storeClass.register()
    return try place.opened(storeClass.storeType, storeClass.storeType, model: model)
  }

  private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func add(_ title: String, _ storeClass: TitleStore.Type) throws {
    let coordinator = try opened(storeClass)
    try place.run(coordinator) { context in
      _ = context.insert("Book", ["title": title])
      try context.save()
    }
    try close(coordinator)
  }

  private func titles(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    try place.run(coordinator) { context in
      try context.all("Book", sortedBy: "title").map { $0.string("title") ?? "" }
    }
  }

  // R-PSC-051, 404, 405: metadata come from the store, however it has them
  @Test func aFileThatIsThereIsOpened() throws {
    for storeClass in Self.classes {
      for title in ["A", "B"] { try add(title, storeClass) }
      let coordinator = try opened(storeClass)
      #expect(try titles(coordinator) == ["A", "B"])
      let store = try #require(coordinator.persistentStores.first)
      #expect(store.metadata[NSStoreTypeKey] as? String == storeClass.storeType)
      #expect(store.metadata[NSStoreUUIDKey] as? String == store.identifier)
      let hashes = store.metadata[NSStoreModelVersionHashesKey] as? [String: Data]
      #expect(hashes?["Book"] != nil)
      try close(coordinator)
    }
  }

  // R-PSC-404
  @Test func whatTheInitialiserGaveIsKept() throws {
    try add("A", InitialTitleStore.self)
    let coordinator = try opened(InitialTitleStore.self)
    #expect(coordinator.persistentStores.first?.metadata["counter"] as? Int == 1)
  }

  // R-PSC-059, 402
  @Test func anEmptyFileIsANewStore() throws {
    for storeClass in Self.classes where storeClass != FolderTitleStore.self {
      try Data().write(to: place.url(storeClass.storeType))
      let coordinator = try opened(storeClass)
      #expect(try titles(coordinator) == [])
      try close(coordinator)
    }
  }

  // R-PSC-051, 406
  @Test func aFileThatCannotBeReadIsRefusedAndStays() throws {
    for storeClass in Self.classes where storeClass != FolderTitleStore.self {
      try Data("something".utf8).write(to: place.url(storeClass.storeType))
      let before = try place.contents()
      #expect(throws: (any Error).self) { try opened(storeClass) }
      #expect(try place.contents() == before)
    }
  }

  // R-PSC-059
  @Test func aFolderOfAnotherTypeIsTold() throws {
    try add("A", FolderTitleStore.self)
    let url = place.url(FolderTitleStore.storeType)
    var metadata = try FolderTitleStore.metadataForPersistentStore(with: url)
    metadata[NSStoreTypeKey] = "Other"
    try PropertyListSerialization.data(fromPropertyList: metadata, format: .xml, options: 0)
      .write(to: url.appendingPathComponent("metadata.plist"))
    let before = try place.contents()
    let error = failure { _ = try opened(FolderTitleStore.self) }
    #expect(error?.code == .persistentStoreTypeMismatch)
    #expect(try place.contents() == before)
  }

  // R-PSC-361, 401: an empty folder is nothing yet, and one with a store is asked for its UUID
  @Test func aFolderKeepsItsUUID() throws {
    let first = try opened(FolderTitleStore.self)
    let identifier = first.persistentStores.first?.identifier
    try place.run(first) { context in
      _ = context.insert("Book", ["title": "A"])
      try context.save()
    }
    try close(first)
    let second = try opened(FolderTitleStore.self)
    #expect(second.persistentStores.first?.identifier == identifier)
    #expect(try titles(second) == ["A"])
  }

  // R-PSC-060: what cannot be read is not overwritten
  @Test func aFolderWithoutReadableMetadataIsRefused() throws {
    try add("A", FolderTitleStore.self)
    let file = place.url(FolderTitleStore.storeType).appendingPathComponent("metadata.plist")
    try Data("<plist><dict>".utf8).write(to: file)
    let before = try place.contents()
    #expect(throws: (any Error).self) { try opened(FolderTitleStore.self) }
    #expect(try place.contents() == before)
  }

  // R-PSC-060
  @Test func aFolderOfAnotherModelIsRefused() throws {
    try add("A", FolderTitleStore.self)
    let before = try place.contents()
    let model = TapeModel.make()
    model.entitiesByName["Book"]?.properties.append(GarageModel.attribute("note", .string))
    let error = failure { _ = try opened(FolderTitleStore.self, model: model) }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    #expect(try place.contents() == before)
  }

  // R-PSC-362, 400, 484, 485
  @Test func metadataOfAClosedStoreNeedTheClassMethods() throws {
    try add("A", TitleStore.self)
    let (type, url) = (TitleStore.storeType, place.url(TitleStore.storeType))
    let before = try place.contents()
    let calls: [(String, () throws -> Void)] = [
      (
        "metadataForPersistentStore(with:)",
        { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url) }
      ),
      (
        "metadataForPersistentStore(with:)",
        {
          try NSPersistentStoreCoordinator.setMetadata(
            ["a": 1], forPersistentStoreOfType: type, at: url)
        }
      ),
      (
        "setMetadata(_:forPersistentStoreAt:)",
        { try TitleStore.setMetadata([:], forPersistentStoreAt: url) }
      ),
    ]
    for (method, call) in calls {
      let error = try #require(failure(call))
      #expect(error.code == .coreData)
      #expect(error.localizedDescription.contains("TitleStore must override \(method)"))
      #expect(error.userInfo["NSExceptionName"] as? String == "NSInternalInconsistencyException")
    }
    #expect(try place.contents() == before)
  }
}
