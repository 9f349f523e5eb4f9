// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What policies may do besides making objects.
@Suite struct PolicyRightsTests {
  private func alarms(_ pair: StorePair) throws -> Relocation {
    let former = "Alarm\n  name String\n  section String! transient"
    let scene = try Relocation(pair, former, former + "\n  uid String")
    try scene.fill { _ = $0.insert("Alarm", ["name": "early", "section": "1"]) }
    return scene
  }

  // R-PSC-575
  @Test(arguments: Relocation.sameKinds)
  func aRequiredTransientValueMayBeSet(_ pair: StorePair) throws {
    TransientPolicy.register()
    let scene = try alarms(pair)
    try scene.migrate([
      NSEntityMapping(
        "Alarm", to: "Alarm", attributes: ["name": "$source.name"], policy: "TransientPolicy")
    ])
    #expect(try scene.read { try $0.all("Alarm").map { $0.string("name") } } == ["early"])
  }

  // R-PSC-575: objects that were let go have lost such values.
  @Test(arguments: Relocation.sameKinds)
  func transientValuesOfObjectsReadAgainDoNotCount(_ pair: StorePair) throws {
    let scene = try alarms(pair)
    try scene.migrate([.copy("Alarm")])
    #expect(try scene.read { try $0.all("Alarm").map { $0.string("name") } } == ["early"])
  }

  // R-PSC-575: also what a policy has saved itself
  @Test(arguments: Relocation.sameKinds)
  func whatAPolicySavesIsValidated(_ pair: StorePair) throws {
    SavingPolicy.register()
    let scene = try Relocation(pair, "Alarm\n  name String", "Alarm\n  name String\n  uid String!")
    try scene.fill { _ = $0.insert("Alarm", ["name": "early"]) }
    let error = #expect(throws: CocoaError.self) {
      try scene.migrate([
        NSEntityMapping(
          "Alarm", to: "Alarm", attributes: ["name": "$source.name"], policy: "SavingPolicy")
      ])
    }
    #expect(error?.code == .migration)
  }

  private static let bytes = Data(repeating: 1, count: 1000)

  private func blobs(_ pair: StorePair) throws -> Relocation {
    EmptyingPolicy.register()
    let scene = try Relocation(pair, "Blob\n  data Data", "Blob\n  data Data\n  name String")
    try scene.fill { context in
      for _ in 0..<3 { _ = context.insert("Blob", ["data": Self.bytes]) }
    }
    return scene
  }

  private func migrate(_ scene: Relocation, isReadOnly: Bool?) throws {
    let mapping = NSMappingModel()
    mapping.entityMappings = [
      NSEntityMapping(
        "Blob", to: "Blob", attributes: ["data": "$source.data"], policy: "EmptyingPolicy")
    ]
    let options: [AnyHashable: Any]? = isReadOnly.map {
      [NSReadOnlyPersistentStoreOption: NSNumber(value: $0)]
    }
    try scene.manager().migrateStore(
      from: scene.source, type: .init(rawValue: scene.pair.first), options: options,
      mapping: mapping, to: scene.destination, type: .init(rawValue: scene.pair.second))
  }

  // R-PSC-570
  @Test(arguments: Relocation.sameKinds)
  func aWritableSourceMayBeSaved(_ pair: StorePair) throws {
    let scene = try blobs(pair)
    try migrate(scene, isReadOnly: false)
    let new = try scene.read { try $0.all("Blob").map { $0.value(forKey: "data") as? Data } }
    #expect(new == [Self.bytes, Self.bytes, Self.bytes])
    let old = try scene.readSource { try $0.all("Blob").map { $0.value(forKey: "data") as? Data } }
    #expect(old == [nil, nil, nil])
  }

  // R-PSC-570
  @Test(arguments: [nil, true])
  func aSourceIsReadOnlyElse(_ isReadOnly: Bool?) throws {
    let scene = try blobs(Relocation.sameKinds[0])
    let error = try #require(throws: CocoaError.self) {
      try migrate(scene, isReadOnly: isReadOnly)
    }
    #expect(error.code == .fileWriteNoPermission)
    let old = try scene.readSource { try $0.all("Blob").map { $0.value(forKey: "data") as? Data } }
    #expect(old == [Self.bytes, Self.bytes, Self.bytes])
  }
}

/// Gives a required transient attribute something.
final class TransientPolicy: NSEntityMigrationPolicy {
  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    dInstance.setValue("", forKey: "section")
  }
}

/// Takes from the source what it has brought over.
final class EmptyingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    try manager.destinationContext.save()
    sInstance.setValue(nil, forKey: "data")
    try manager.sourceContext.save()
  }
}

/// Saves what it has made.
final class SavingPolicy: NSEntityMigrationPolicy {
  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try manager.destinationContext.save()
  }
}
