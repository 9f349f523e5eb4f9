// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite struct PolicyTests {
  private static let former = "Item\n  name String"
  private static let present = "Item\n  name String\n  size Int32"

  private func scene() throws -> Relocation {
    try Relocation(Relocation.sameKinds[0], Self.former, Self.present)
  }

  private func mapping(_ policy: String, _ name: String = "Items") -> NSEntityMapping {
    let mapping = NSEntityMapping(
      "Item", to: "Item", .customEntityMappingType, attributes: ["name": "$source.name"],
      policy: policy)
    mapping.name = name
    return mapping
  }

  // R-PSC-573, R-PSC-574, R-PSC-575, R-PSC-576, R-PSC-577
  @Test func stepsComeInTheirOrder() throws {
    NotingPolicy.register()
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    let manager = scene.manager()
    let notes = PolicyNotes()
    manager.userInfo = ["notes": notes]
    var progress: [Float] = []
    manager.progressHandler = { progress.append($0.migrationProgress) }
    #expect(manager.migrationProgress == 0)
    try scene.migrate([mapping("NotingPolicy", "one"), mapping("NotingPolicy", "two")], manager)
    #expect(
      notes.steps == [
        "begin one", "create one", "end instances one", "begin two", "create two",
        "end instances two", "relate one", "end relationships one", "relate two",
        "end relationships two", "validate one", "end one", "validate two", "end two",
      ])
    #expect(notes.policies.count == 2)
    #expect(notes.areCurrent)
    #expect(progress == progress.sorted())
    #expect(progress.first == 0)
    #expect(manager.migrationProgress == 0)
    #expect(manager.mappingModel.entityMappings.count == 2)
  }

  // R-PSC-577: names as other platforms have them lead to the class.
  @Test(arguments: ["NotingPolicy", "MigrationTests.NotingPolicy", "App.NotingPolicy"])
  func aClassIsFoundByItsName(_ name: String) throws {
    NSEntityMigrationPolicy.register([NotingPolicy.self])
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    let manager = scene.manager()
    let notes = PolicyNotes()
    manager.userInfo = ["notes": notes]
    try scene.migrate([mapping(name)], manager)
    #expect(notes.steps.contains("create Items"))
  }

  // R-PSC-577
  @Test func aClassOfThisModuleNeedsNoRegistration() throws {
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    try scene.migrate([mapping("MigrationTests.UnregisteredPolicy")])
    let size = try scene.read { try $0.all("Item").first?.value(forKey: "size") as? Int }
    #expect(size == 9)
  }

  // R-PSC-577
  @Test func anUnknownClassIsNamed() throws {
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    let error = try #require(throws: CocoaError.self) { try scene.migrate([mapping("Nowhere")]) }
    #expect(error.code == .entityMigrationPolicy)
    #expect(error.localizedDescription.contains("'Items'"))
    #expect(error.localizedDescription.contains("'Nowhere'"))
    let custom = NSEntityMapping("Item", to: "Item", .customEntityMappingType)
    let missing = try #require(throws: CocoaError.self) { try scene.migrate([custom]) }
    #expect(missing.code == .entityMigrationPolicy)
  }

  // R-PSC-578
  @Test func oneObjectBecomesSeveralAndSeveralOne() throws {
    SplittingPolicy.register()
    JoiningPolicy.register()
    let scene = try Relocation(
      Relocation.sameKinds[0], "Item\n  name String\nPart\n  name String",
      "Item\n  name String\n  place Int32\nWhole\n  name String")
    try scene.fill { context in
      _ = context.insert("Item", ["name": "a"])
      for name in ["x", "y"] { _ = context.insert("Part", ["name": name]) }
    }
    let split = NSEntityMapping(
      "Item", to: "Item", .customEntityMappingType, policy: "SplittingPolicy")
    let join = NSEntityMapping(
      "Part", to: "Whole", .customEntityMappingType, policy: "JoiningPolicy")
    let manager = scene.manager()
    let notes = PolicyNotes()
    manager.userInfo = ["notes": notes]
    try scene.migrate([split, join], manager)
    try scene.read { context in
      let items = try context.all("Item", sortedBy: "place")
      #expect(items.map { $0.string("name") } == ["a", "a", "a"])
      let wholes = try context.all("Whole").map { $0.string("name") }
      #expect(wholes == ["xy"])
    }
    #expect(notes.steps == ["0 1 2", "relate whole of 2"])
  }

  // R-PSC-578: who makes objects himself and tells nobody gets no second pass.
  @Test func whatIsNotAssociatedIsNotRelated() throws {
    SilentPolicy.register()
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    let manager = scene.manager()
    let notes = PolicyNotes()
    manager.userInfo = ["notes": notes]
    try scene.migrate([mapping("SilentPolicy")], manager)
    #expect(notes.steps.isEmpty)
    let names = try scene.read { try $0.all("Item").map { $0.string("name") } }
    #expect(names == ["made"])
  }

  // R-PSC-579
  @Test func expressionsCallFunctionsOfPolicies() throws {
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "abc"]) }
    let mapping = NSEntityMapping(
      "Item", to: "Item",
      attributes: [
        "name": "FUNCTION($entityPolicy, 'greeting:', $source.name)",
        "size": "$source.name.length + 1",
      ],
      policy: "MigrationTests.GreetingPolicy")
    try scene.migrate([mapping])
    try scene.read { context in
      let item = try #require(try context.all("Item").first)
      #expect(item.string("name") == "Hello, abc (Item->Item.name)")
      #expect(item.value(forKey: "size") as? Int == 4)
    }
  }

  // R-PSC-579
  @Test func expressionsCallFunctionsOfManagers() throws {
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "abc"]) }
    let manager = CountingManager(
      sourceModel: scene.former, destinationModel: scene.present)
    manager.userInfo = ["prefix": "p-"]
    let mapping = NSEntityMapping(
      "Item", to: "Item",
      attributes: [
        "name": "FUNCTION($manager.userInfo.prefix, 'stringByAppendingString:', "
          + "$propertyMapping.name)",
        "size": "FUNCTION($manager, 'count') + $destination.size",
      ])
    try scene.migrate([mapping], manager)
    let item = try scene.read { try $0.all("Item").map { $0.string("name") } }
    #expect(item == ["p-name"])
    #expect(manager.count == 1)
  }

  // R-PSC-579: what the manager has is there as a function too.
  @Test func expressionsFindTheManagersContexts() throws {
    let scene = try scene()
    try scene.fill { context in
      for name in ["a", "b"] { _ = context.insert("Item", ["name": name]) }
    }
    let mapping = NSEntityMapping.copy("Item")
    mapping.sourceExpression = NSExpression(
      format:
        "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Item', "
        + "'name == \"b\"'), FUNCTION($manager, 'sourceContext'), NO)")
    try scene.migrate([mapping])
    #expect(try scene.read { try $0.all("Item").map { $0.string("name") } } == ["b"])
  }

  // R-PSC-579
  @Test func variablesHaveApplesNames() {
    let names = [
      NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
      NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
    ]
    #expect(
      names == [
        "manager", "source", "destination", "entityMapping", "propertyMapping", "entityPolicy",
      ])
  }

  @Test func aManagerKnowsItsModels() throws {
    let scene = try scene()
    let manager = scene.manager()
    #expect(manager.sourceModel === scene.former)
    #expect(manager.destinationModel === scene.present)
    #expect(manager.usesStoreSpecificMigrationManager)
    let mapping = NSEntityMapping.copy("Item")
    #expect(manager.sourceEntity(for: mapping) === scene.former.entitiesByName["Item"])
    #expect(manager.destinationEntity(for: mapping) === scene.present.entitiesByName["Item"])
    #expect(manager.destinationEntity(for: NSEntityMapping()) == nil)
    #expect(manager.sourceContext.persistentStoreCoordinator == nil)
  }

  @Test func whatAPolicyThrowsReachesTheCaller() throws {
    let scene = try scene()
    try scene.fill { _ = $0.insert("Item", ["name": "abc"]) }
    #expect(throws: PolicyFailure.self) {
      try scene.migrate([mapping("MigrationTests.FailingPolicy")])
    }
    #expect(!FileManager.default.fileExists(atPath: scene.destination.path))
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }
}

/// What policies have done.
final class PolicyNotes {
  var steps: [String] = []
  var policies: Set<ObjectIdentifier> = []
  /// Kept alive, so that no other gets the address of one.
  var kept: [NSEntityMigrationPolicy] = []
  var areCurrent = true

  static func of(_ manager: NSMigrationManager) -> PolicyNotes {
    manager.userInfo?["notes"] as? PolicyNotes ?? PolicyNotes()
  }
}

final class NotingPolicy: NSEntityMigrationPolicy {
  private func note(_ step: String, of mapping: NSEntityMapping, manager: NSMigrationManager) {
    let notes = PolicyNotes.of(manager)
    notes.steps.append("\(step) \(mapping.name ?? "")")
    notes.policies.insert(ObjectIdentifier(self))
    notes.kept.append(self)
    if manager.currentEntityMapping !== mapping { notes.areCurrent = false }
  }

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    note("begin", of: mapping, manager: manager)
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    note("create", of: mapping, manager: manager)
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
  }

  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { note("end instances", of: mapping, manager: manager) }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws { note("relate", of: mapping, manager: manager) }

  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { note("end relationships", of: mapping, manager: manager) }

  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { note("validate", of: mapping, manager: manager) }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    note("end", of: mapping, manager: manager)
  }
}

final class UnregisteredPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for object in made { object.setValue(9, forKey: "size") }
  }
}

/// Makes three of one.
final class SplittingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    for place in 0..<3 {
      let object = manager.destinationContext.insert(
        "Item", ["name": sInstance.string("name") ?? "", "place": place])
      manager.associate(
        sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
    }
  }

  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: nil)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: Array(sources.prefix(1)))
    let places = made.compactMap { $0.value(forKey: "place") as? Int }
    PolicyNotes.of(manager).steps.append(places.map(String.init).joined(separator: " "))
  }
}

/// Makes one of all.
final class JoiningPolicy: NSEntityMigrationPolicy {
  private var whole: NSManagedObject?

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let object = whole ?? manager.destinationContext.insert("Whole", ["name": ""])
    whole = object
    object.setValue(
      (object.string("name") ?? "") + (sInstance.string("name") ?? ""), forKey: "name")
    manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
  }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: [dInstance])
    PolicyNotes.of(manager).steps.append("relate whole of \(sources.count)")
  }
}

final class SilentPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    _ = manager.destinationContext.insert("Item", ["name": "made"])
  }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws { PolicyNotes.of(manager).steps.append("relate") }
}

final class GreetingPolicy: NSEntityMigrationPolicy {
  private var mapping: NSEntityMapping?

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    self.mapping = mapping
  }

  override func function(named name: String) -> (([Any?]) throws -> Any?)? {
    guard name == "greeting:" else { return nil }
    return { [mapping] arguments in
      "Hello, \(arguments[0] as? String ?? "") (\(mapping?.name ?? "").name)"
    }
  }
}

final class CountingManager: NSMigrationManager, @unchecked Sendable {
  private(set) var count = 0

  override func function(named name: String) -> (([Any?]) throws -> Any?)? {
    guard name == "count" else { return nil }
    return { _ in
      self.count += 1
      return self.count
    }
  }
}

struct PolicyFailure: Error {}

final class FailingPolicy: NSEntityMigrationPolicy {
  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { throw PolicyFailure() }
}
