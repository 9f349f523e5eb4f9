// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What 134100 says about the model that does not fit (R-PSC-060).
@Suite struct VersionDifferenceTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func reason(
    _ type: String, _ change: (NSManagedObjectModel) -> Void
  ) throws -> String {
    let old = try place.opened(type, model: SampleModels.company())
    try old.remove(old.persistentStores[0])
    let model = SampleModels.company()
    change(model)
    let error = try #require(failure { _ = try place.opened(type, model: model) })
    #expect(error.code == .persistentStoreIncompatibleVersionHash)
    return error.userInfo["reason"] as? String ?? ""
  }

  @Test(arguments: Workplace.types)
  func anAttributeThatIsNewIsNamed(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Tag"]?.properties.append(SampleModels.attribute("color", .string))
    }
    #expect(reason.contains("Tag (color is new)"))
    #expect(!reason.contains("Department"))
    #expect(reason.contains("migration"))
  }

  @Test(arguments: Workplace.types)
  func anAttributeOfAnotherTypeIsNamed(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Department"]?.attributesByName["budget"]?.type = .double
    }
    #expect(reason.contains("Department (the type of budget)"))
  }

  @Test(arguments: Workplace.types)
  func anInheritedDifferenceIsToldOfTheAncestor(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Employee"]?.attributesByName["name"]?.isOptional.toggle()
    }
    #expect(reason.contains("Employee (whether name is optional)"))
    #expect(!reason.contains("Manager"))
  }

  @Test(arguments: Workplace.types)
  func severalDifferencesNameTheEntity(_ type: String) throws {
    let reason = try reason(type) {
      for name in ["color", "size"] {
        $0.entitiesByName["Tag"]?.properties.append(SampleModels.attribute(name, .string))
      }
    }
    #expect(reason.contains("Entities that differ: Tag."))
  }

  @Test(arguments: Workplace.types)
  func entitiesThatCameAndWentAreNamed(_ type: String) throws {
    let reason = try reason(type) {
      $0.entities.append(SampleModels.entity("Zebra", []))
      $0.entities.removeAll { $0.name == "Manager" }
    }
    #expect(reason.contains("Entities of the model that the store lacks: Zebra."))
  }

  @Test(arguments: Workplace.types)
  func aRenamedEntityIsToldWithItsFormerName(_ type: String) throws {
    let reason = try reason(type) {
      $0.entitiesByName["Manager"]?.renamingIdentifier = "Manager"
      $0.entitiesByName["Manager"]?.name = "Boss"
    }
    #expect(reason.contains("Boss (formerly Manager)"))
    #expect(reason.contains("Entities of the store that the model lacks: Manager."))
  }
}
