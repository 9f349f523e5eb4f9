// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// The assumptions behind `Runtime/`, one by one: each test fails on a toolchain where one of them no
/// longer holds, and says which.
@Suite struct RuntimeTests {
  private class Plain: NSManagedObject {}

  private class Saved: NSManagedObject {
    override func willSave() {}
  }

  private final class SavedLater: Saved {
    override func didSave() {}
  }

  private class Checked: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {}
  }

  private class Validated: NSManagedObject {
    override class func validator(forKey key: String) -> PropertyValidator? { nil }
  }

  @Test func aClassWithoutOverridesHasNone() {
    #expect(
      MethodOverrides.of(Plain.self) == [],
      "method tables look different: every class counts as overriding, and saves are slow")
    #expect(MethodOverrides.of(NSManagedObject.self) == [])
  }

  @Test func anOverrideIsFoundInTheMethodTable() {
    let message: Comment =
      "an override is not seen in the method table: its calls would be left out"
    #expect(MethodOverrides.of(Saved.self) == .willSave, message)
    #expect(MethodOverrides.of(SavedLater.self) == [.willSave, .didSave], message)
    #expect(MethodOverrides.of(Checked.self) == .validateValue, message)
    #expect(MethodOverrides.of(Validated.self) == .validator, message)
  }

  // MARK: - Arrays

  private final class Item: NSManagedObject {}

  /// Objects without a context.
  private func items(_ count: Int) -> [NSManagedObject] {
    let entity = NSEntityDescription()
    entity.name = "Item"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    _ = NSPersistentStoreCoordinator(managedObjectModel: model)
    return (0..<count).map { _ in Item(entity: entity, insertInto: nil) }
  }

  private func areSame(_ first: some Sequence<NSManagedObject>, _ second: [NSManagedObject]) -> Bool
  {
    first.map(ObjectIdentifier.init) == second.map(ObjectIdentifier.init)
  }

  @Test(arguments: [0, 1, 1000])
  func arraysOfClassesHaveOneRepresentation(_ count: Int) {
    let objects = items(count)
    var converted = objects.assumed(of: Item.self)
    #expect(areSame(converted, objects), "an array of another class is not the same array")
    converted += converted
    converted.removeFirst(count / 2)
    #expect(converted.count == 2 * count - count / 2)
    #expect(areSame(converted.suffix(count), objects), "a converted array cannot be changed")
  }

  @Test(arguments: [0, 1, 1000])
  func setsOfClassesHaveOneRepresentation(_ count: Int) {
    let objects = items(count)
    let (message, more) = ("a set of another class is not the same set" as Comment, items(10))
    var converted = Set(objects).assumed(of: Item.self)
    #expect(converted.count == count, message)
    #expect(
      objects.allSatisfy { object in (object as? Item).map(converted.contains) == true }, message)
    for case let item as Item in more { converted.insert(item) }
    for case let item as Item in objects { converted.remove(item) }
    #expect(Set(converted.map(ObjectIdentifier.init)) == Set(more.map(ObjectIdentifier.init)))
  }

  @Test func borrowedObjectsAreThoseOfTheArray() {
    let objects = items(100)
    var visited: [NSManagedObject] = []
    objects.forEachBorrowed { visited.append($0) }
    #expect(areSame(visited, objects))
  }

  // MARK: - Stores

  private final class MarkedStore: NSIncrementalStore {
    var mark = 0

    override init(
      persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
      configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
      super.init(
        persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
      mark = 7
    }

    override func loadMetadata() throws {
      metadata = [NSStoreTypeKey: "RuntimeTests.Marked", NSStoreUUIDKey: UUID().uuidString]
    }
  }

  @Test func aStoreIsMadeByTheInitialiserOfItsClass() throws {
    let type = NSPersistentStore.StoreType(rawValue: "RuntimeTests.Marked")
    NSPersistentStoreCoordinator.registerStoreClass(MarkedStore.self, type: type)
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, type: type) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let store = try coordinator.addPersistentStore(type: type, at: place)
    #expect(store is MarkedStore, "the symbol of NSPersistentStore's initialiser ignores the class")
    #expect(
      (store as? MarkedStore)?.mark == 7, "the initialiser is not dispatched to the class's own")
    try coordinator.remove(store)
  }

  // MARK: - Arguments

  @Test func valuesAreObjectsToFunctionsInC() throws {
    let date = Date(timeIntervalSince1970: 0)
    let arguments: [(any CVarArg, NSObject)] = [
      (date, date as NSDate), (URL(fileURLWithPath: "/x"), NSURL(fileURLWithPath: "/x")),
      (Decimal(5), NSDecimalNumber(decimal: 5)), ([1, 2], NSArray(array: [1, 2])),
    ]
    for (argument, object) in arguments {
      let words = argument._cVarArgEncoding
      #expect(words.count == 1, "the words of a variadic argument are others")
      let address = try #require(words.first.flatMap { UnsafeRawPointer(bitPattern: $0) })
      let found = Unmanaged<NSObject>.fromOpaque(address).takeUnretainedValue()
      #expect(found.isEqual(object), "the word of a variadic argument is not the object")
    }
  }
}
