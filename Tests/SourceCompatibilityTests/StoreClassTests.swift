// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// A store for tests of an application: every read fails.
private final class UnreadableStore: NSIncrementalStore {
  static let storeType = "Tests.UnreadableStore"
  struct Offline: Error {}

  override var type: String { Self.storeType }

  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: Self.storeType, NSStoreUUIDKey: "Tests+\(Self.storeType)"]
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request.requestType {
    case .saveRequestType: return []
    case .fetchRequestType:
      guard request is NSFetchRequest<any NSFetchRequestResult> else { return [] }
      throw Offline()
    default: throw CocoaError(.persistentStoreUnsupportedRequestType)
    }
  }
}

/// Made by the application itself, with an initialiser of its own.
private class ValueStore: NSAtomicStore {
  let value: Bool

  init(_ value: Bool = false) {
    self.value = value
    super.init(
      persistentStoreCoordinator: nil, configurationName: nil,
      at: URL(fileURLWithPath: "/values"), options: nil)
  }
}

/// Made by the coordinator, overriding the initialiser and the metadata.
private class NoteStore: NSAtomicStore {
  private(set) var opened: URL?

  override init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    opened = url
  }

  override var type: String { "Tests.NoteStore" }
  override var metadata: [String: Any]! {
    get {
      var result = super.metadata ?? [:]
      result[NSStoreTypeKey] = type
      return result
    }
    set { super.metadata = newValue }
  }
  override func load() throws {}
  override func save() throws {}
}

struct StoreClassTests {
  private func coordinator() -> NSPersistentStoreCoordinator {
    let note = NSEntityDescription()
    note.name = "Note"
    let model = NSManagedObjectModel()
    model.entities = [note]
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  // R-PSC-041, 443, 452
  @Test func aStoreThatFailsEveryReadIsEnough() throws {
    NSPersistentStoreCoordinator.registerStoreClass(
      UnreadableStore.self, type: NSPersistentStore.StoreType(rawValue: UnreadableStore.storeType))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator()
    let store = try context.persistentStoreCoordinator?.addPersistentStore(
      ofType: UnreadableStore.storeType, configurationName: nil,
      at: URL(string: "tests://unreadable"), options: nil)
    #expect(store?.identifier == "Tests+\(UnreadableStore.storeType)")
    context.performAndWait {
      #expect(throws: UnreadableStore.Offline.self) {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
      }
      #expect(throws: UnreadableStore.Offline.self) {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
      }
    }
  }

  // R-PSC-360
  @Test func overriddenInitialisersAreCalled() throws {
    NSPersistentStoreCoordinator.registerStoreClass(
      NoteStore.self, type: NSPersistentStore.StoreType(rawValue: "Tests.NoteStore"))
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let store = try coordinator().addPersistentStore(
      type: NSPersistentStore.StoreType(rawValue: "Tests.NoteStore"), at: url)
    #expect((store as? NoteStore)?.opened == url)
    #expect(store.metadata[NSStoreUUIDKey] as? String == store.identifier)
    #expect(ValueStore(true).value)
    #expect(ValueStore().url?.path == "/values")
  }
}
