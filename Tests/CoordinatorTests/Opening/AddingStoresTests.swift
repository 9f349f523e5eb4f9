// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Adding and removing stores, and what is refused.
@Suite struct AddingStoresTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  // R-PSC-030, R-PSC-033, R-PSC-053, R-PSC-066, R-PSC-080
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func anAddedStoreIsKnown(_ type: String) throws {
    let model = GarageModel.make()
    let coordinator = place.coordinator(model)
    #expect(coordinator.managedObjectModel === model)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(coordinator.name == nil)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: place.url(), options: ["mine": 1])
    #expect(coordinator.persistentStores == [store])
    #expect(store.type == type)
    #expect(!store.isReadOnly)
    #expect(store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
    #expect(store.options?["mine"] as? Int == 1)
    #expect(store.persistentStoreCoordinator === coordinator)
    #expect(coordinator.persistentStore(for: place.url()) === store)
    #expect(coordinator.url(for: store) == place.url())
    #expect(coordinator.persistentStore(for: place.url("other")) == nil)
  }

  // R-PSC-053
  @Test func theDefaultConfigurationHasAName() throws {
    let coordinator = place.coordinator()
    let store = try coordinator.addPersistentStore(
      type: .inMemory, configuration: "PF_DEFAULT_CONFIGURATION_NAME", at: place.url())
    #expect(store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
    try place.run(coordinator) { context in
      _ = context.insert("Note")
      _ = context.insert("Draft")
      try context.save()
    }
  }

  // R-PSC-053
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func theNameThatXcodeShowsForTheDefaultConfigurationMeansIt(_ type: String) throws {
    let coordinator = place.coordinator()
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: "Default", at: place.url())
    #expect(store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
    let model = coordinator.managedObjectModel
    #expect(model.entities(forConfigurationName: "Default") == model.entities)
  }

  // R-PSC-053
  @Test func aConfigurationMayHaveTheNameOfTheDefaultOne() throws {
    let model = place.coordinator().managedObjectModel.copy() as? NSManagedObjectModel
    let own = try #require(model)
    own.setEntities([own.entities[0]], forConfigurationName: "Default")
    let store = try NSPersistentStoreCoordinator(managedObjectModel: own)
      .addPersistentStore(type: .inMemory, configuration: "Default", at: place.url())
    #expect(store.configurationName == "Default")
    #expect(own.entities(forConfigurationName: "Default") == [own.entities[0]])
  }

  // R-PSC-052, R-PSC-054, R-PSC-050, R-PSC-051
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func whatCannotBeAddedLeavesNoTrace(_ type: String) throws {
    let coordinator = place.coordinator()
    let unknownType = failure {
      _ = try coordinator.addPersistentStore(
        ofType: "Nothing", configurationName: nil, at: place.url())
    }
    #expect(unknownType?.code == .persistentStoreInvalidType)
    let unknownConfiguration = try #require(
      failure {
        _ = try coordinator.addPersistentStore(
          ofType: type, configurationName: "Nowhere", at: place.url())
      })
    #expect(unknownConfiguration.code == .coreData)
    #expect((unknownConfiguration.userInfo["reason"] as? String)?.contains("Nowhere") == true)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(try place.contents().isEmpty)
  }

  // R-PSC-050
  @Test(arguments: Workplace.types)
  func aFileStoreNeedsAURL(_ type: String) {
    let coordinator = place.coordinator()
    let error = failure {
      _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: nil)
    }
    #expect(error?.code == .persistentStoreOpen)
  }

  // R-PSC-055
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func oneURLIsAddedOnce(_ type: String) throws {
    let coordinator = try place.opened(type)
    let link = place.url("link")
    let detour = URL(fileURLWithPath: place.folder.path + "/none/../store")
    for url in [place.url(), place.folder.appendingPathComponent("./x/../store"), detour] {
      let error = failure {
        _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      }
      #expect(error?.code.rawValue == 134081, "\(url)")
    }
    if type != NSInMemoryStoreType {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place.url())
      let error = failure {
        _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: link)
      }
      #expect(error?.code.rawValue == 134081)
    }
    #expect(coordinator.persistentStores.count == 1)
  }

  // R-PSC-055, R-PSC-081
  @Test func storesInMemoryWithoutURLNeverCollide() throws {
    let coordinator = place.coordinator()
    for _ in 0..<2 {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let urls = coordinator.persistentStores.map { coordinator.url(for: $0) }
    #expect(Set(urls).count == 2)
    #expect(coordinator.persistentStore(for: urls[1]) === coordinator.persistentStores[1])
    #expect(urls[0].absoluteString == "memory:\(coordinator.persistentStores[0].identifier ?? "")")
  }

  // R-PSC-056
  @Test(arguments: Workplace.types)
  func aCopyOfAStoreHasTheSameUUIDAndIsRefused(_ type: String) throws {
    try place.make(type)
    for name in try FileManager.default.contentsOfDirectory(atPath: place.folder.path) {
      let copy = name.replacingOccurrences(of: "store", with: "copy")
      try FileManager.default.copyItem(at: place.url(name), to: place.url(copy))
    }
    let coordinator = try place.opened(type)
    let error = try #require(
      failure {
        _ = try coordinator.addPersistentStore(
          ofType: type, configurationName: nil, at: place.url("copy"))
      })
    let uuid = coordinator.persistentStores[0].identifier ?? ""
    #expect(error.code.rawValue == 134081)
    #expect((error.userInfo["reason"] as? String)?.contains(uuid) == true)
  }

  // R-PSC-058
  @Test(arguments: Workplace.types)
  func missingFoldersAreMade(_ type: String) throws {
    try place.make(type, "a/b/c/store")
    let coordinator = try place.opened(type, "a/b/c/store")
    let count = try place.run(coordinator) { try $0.all("Note").count }
    #expect(count == 1)
  }

  // R-PSC-057
  @Test(arguments: Workplace.types)
  func twoCoordinatorsMayShareAFile(_ type: String) throws {
    let (first, second) = (try place.opened(type), try place.opened(type))
    let id = try place.run(first) { context in
      let note = context.insert("Note", ["text": "first"])
      try context.save()
      return note.objectID
    }
    try place.run(second) { context in
      let note = try context.only("Note")
      #expect(note.objectID == id)
      #expect(note.string("text") == "first")
      note.setValue("second", forKey: "text")
      try context.save()
    }
    let text = try place.run(first) { try $0.only("Note").string("text") }
    #expect(text == "second")
  }

  // R-PSC-071, R-PSC-072, R-PSC-074, R-PSC-364
  @Test(arguments: Workplace.types)
  func removingKeepsTheFileAndForgetsTheStore(_ type: String) throws {
    let coordinator = try place.opened(type)
    let store = coordinator.persistentStores[0]
    let id = try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "kept"])
      try context.save()
      return note.objectID
    }
    let uri = id.uriRepresentation()
    try coordinator.remove(store)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(store.persistentStoreCoordinator == nil)
    #expect(id.persistentStore == nil)
    #expect(id.uriRepresentation() == uri)
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    #expect(failure { try coordinator.remove(store) }?.code == .persistentStoreOperation)
    try place.run(coordinator) { context in
      #expect(throws: CocoaError.self) { try context.existingObject(with: id) }
    }
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: place.url())
    #expect(id.persistentStore === coordinator.persistentStores[0])
    let text = try place.run(coordinator) { try $0.existingObject(with: id).string("text") }
    #expect(text == "kept")
  }

  // R-PSC-075
  @Test(arguments: Workplace.types)
  func savingChangesOfARemovedStoreFailsAsAWhole(_ type: String) throws {
    let coordinator = try place.opened(type, configuration: "Notes")
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "Scratch", at: nil)
    try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      note.setValue("m", forKey: "text")
      let draft = context.insert("Draft")
      try coordinator.remove(coordinator.persistentStores[0])
      let error = failure { try context.save() }
      #expect(error?.code == .coreData)
      #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [note])
      #expect(draft.isInserted)
    }
    let count = try place.run(coordinator) { try $0.all("Draft").count }
    #expect(count == 0)
  }

  // R-PSC-120, R-PSC-121, R-PSC-122, R-PSC-124
  @Test func addingAndRemovingAreAnnounced() throws {
    let coordinator = place.coordinator()
    let log = StoreNotificationLog(coordinator)
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    #expect(log.entries == ["didChange added 1, has 1"])
    try coordinator.remove(store)
    #expect(
      log.entries.dropFirst() == [
        "willRemove", "didChange removed 1, has 0",
      ])
  }
}

/// What a coordinator says about its stores, as text.
private final class StoreNotificationLog {
  private(set) var entries: [String] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ coordinator: NSPersistentStoreCoordinator) {
    nonisolated(unsafe) let log = self  // posted on the thread of the test
    func observe(_ name: Notification.Name, label: String, of object: AnyObject?) {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
          log.note($0, label: label, coordinator: coordinator)
        })
    }
    observe(.NSPersistentStoreCoordinatorStoresWillChange, label: "willChange", of: coordinator)
    observe(.NSPersistentStoreCoordinatorStoresDidChange, label: "didChange", of: coordinator)
    observe(.NSPersistentStoreCoordinatorWillRemoveStore, label: "willRemove", of: nil)
  }

  private func note(
    _ note: Notification, label: String, coordinator: NSPersistentStoreCoordinator
  ) {
    if let store = note.object as? NSPersistentStore {
      if store.persistentStoreCoordinator === coordinator { entries.append(label) }
      return
    }
    let added = note.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore]
    let removed = note.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore]
    var text = label
    if let added { text += " added \(added.count)" }
    if let removed { text += " removed \(removed.count)" }
    entries.append("\(text), has \(coordinator.persistentStores.count)")
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
