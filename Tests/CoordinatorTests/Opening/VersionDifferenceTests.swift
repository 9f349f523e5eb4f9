// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What 134100 says about the model that does not fit (R-PSC-060).
@Suite struct VersionDifferenceTests {
  private static let types = Workplace.types + [NSXMLStoreType, NSBinaryStoreType]
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func error(
    _ type: String, _ change: (NSManagedObjectModel) -> Void
  ) throws -> CocoaError {
    let old = try place.opened(type, model: SampleModels.company())
    try place.run(old) { context in
      _ = context.insert("Tag", ["label": "a"])
      try context.save()
    }
    try old.remove(old.persistentStores[0])
    let model = SampleModels.company()
    change(model)
    let error = try #require(failure { _ = try place.opened(type, model: model) })
    #expect(error.code == .persistentStoreIncompatibleVersionHash)
    return error
  }

  private func reason(
    _ type: String, _ change: (NSManagedObjectModel) -> Void
  ) throws -> String {
    try error(type, change).userInfo["reason"] as? String ?? ""
  }

  /// What is said when only the hashes of the store are known.
  private func reasonByHashes(_ change: (NSManagedObjectModel) -> Void) throws -> String {
    let metadata = try error(Self.types[0], change).userInfo["metadata"] as? [String: Any]
    let model = SampleModels.company()
    change(model)
    let request = StoreRequest(
      coordinator: NSPersistentStoreCoordinator(managedObjectModel: model), type: Self.types[0],
      configuration: nil, url: nil, options: StoreOptionValues(nil))
    return request.incompatible(try #require(metadata)).userInfo["reason"] as? String ?? ""
  }

  private func addColor(_ model: NSManagedObjectModel) {
    model.entitiesByName["Tag"]?.properties.append(SampleModels.attribute("color", .string))
  }

  // MARK: - By the model that is kept in the store

  @Test(arguments: types)
  func anAttributeThatIsNewIsNamed(_ type: String) throws {
    let reason = try reason(type, addColor)
    #expect(reason.contains("Entities that differ: Tag (+ color: String, "))
    #expect(!reason.contains("Department"))
    #expect(reason.contains("which can be inferred"))
    #expect(reason.contains("NSInferMappingModelAutomaticallyOption"))
  }

  @Test(arguments: types)
  func anAttributeOfAnotherTypeIsNamed(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Department"]?.attributesByName["budget"]?.type = .double
    }
    #expect(reason.contains("Department (~ budget: "))
    #expect(reason.contains("→ Double"))
    #expect(reason.contains("a mapping model, since none can be inferred"))
  }

  @Test(arguments: types)
  func severalDifferencesAreAllNamed(_ type: String) throws {
    let reason = try reason(type) { model in
      addColor(model)
      let name = model.entitiesByName["Tag"]?.attributesByName["label"]
      name?.renamingIdentifier = "label"
      name?.name = "title"
    }
    #expect(reason.contains("+ color: String"))
    #expect(reason.contains("~ label → title"))
  }

  @Test(arguments: types)
  func anInheritedDifferenceIsToldOfTheAncestor(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Employee"]?.attributesByName["name"]?.isOptional.toggle()
    }
    #expect(reason.contains("Employee (~ name: "))
    #expect(!reason.contains("Manager"))
  }

  @Test(arguments: types)
  func entitiesThatCameAndWentAreNamed(_ type: String) throws {
    let reason = try reason(type) {
      $0.entities.append(SampleModels.entity("Zebra", []))
      $0.entities.removeAll { $0.name == "Manager" }
    }
    #expect(reason.contains("Entities of the model that the store lacks: Zebra."))
  }

  @Test(arguments: types)
  func aRenamedEntityIsToldWithItsFormerName(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Manager"]?.renamingIdentifier = "Manager"
      $0.entitiesByName["Manager"]?.name = "Boss"
    }
    #expect(reason.contains("Entities that differ: Boss (formerly Manager"))
    #expect(!reason.contains("that the model lacks"))
  }

  // MARK: - By hashes

  @Test func withoutItsModelAStoreTellsWhichPropertyDiffers() throws {
    #expect(try reasonByHashes(addColor).contains("Tag (color is new)"))
    let type = try reasonByHashes {
      $0.entitiesByName["Department"]?.attributesByName["budget"]?.type = .double
    }
    #expect(type.contains("Department (the type of budget)"))
    let inherited = try reasonByHashes {
      $0.entitiesByName["Employee"]?.attributesByName["name"]?.isOptional.toggle()
    }
    #expect(inherited.contains("Employee (whether name is optional)"))
    #expect(!inherited.contains("Manager"))
  }

  @Test func withoutItsModelAStoreTellsOfSeveralDifferencesByTheEntity() throws {
    let reason = try reasonByHashes {
      for name in ["color", "size"] {
        $0.entitiesByName["Tag"]?.properties.append(SampleModels.attribute(name, .string))
      }
    }
    #expect(reason.contains("Entities that differ: Tag."))
    let renamed = try reasonByHashes {
      $0.entitiesByName["Manager"]?.renamingIdentifier = "Manager"
      $0.entitiesByName["Manager"]?.name = "Boss"
    }
    #expect(renamed.contains("Boss (formerly Manager)"))
    #expect(renamed.contains("Entities of the store that the model lacks: Manager."))
  }
}
