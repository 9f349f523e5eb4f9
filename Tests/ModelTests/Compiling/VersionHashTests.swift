// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Hashes that Apple's Core Data wrote for the same models.
@Suite struct VersionHashTests {
  private func attribute(_ name: String, _ optional: Bool) -> NSAttributeDescription {
    SampleModels.attribute(name, .string, optional: optional)
  }

  @Test func anEntityOfStringsHashesAsApples() {  // R-MOD-351 R-MOD-352 R-MOD-354 R-MOD-366
    let model = NSManagedObjectModel()
    model.entities = [
      SampleModels.entity("User", [attribute("petName", true), attribute("name", false)])
    ]
    #expect(
      model.entityVersionHashesByName["User"]?.base64EncodedString()
        == "azH06XtpHRbEyCC65V+JQI1HATvUIVHs/eHqx/5L55g=")
    #expect(model.versionChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
  }

  @Test func relationshipsHashAsApples() {  // R-MOD-353 R-MOD-355
    let user = SampleModels.entity("User", [attribute("petName", true), attribute("name", false)])
    let pet = SampleModels.entity("Pet", [attribute("name", false)])
    let owned = SampleModels.relationship("pet", to: pet)
    let owner = SampleModels.relationship("owner", to: user)
    SampleModels.connect(owned, owner)
    user.properties.append(owned)
    pet.properties.append(owner)
    let model = NSManagedObjectModel()
    model.entities = [user, pet]
    #expect(
      pet.versionHash.base64EncodedString() == "dnNCJipkWHMMeKrnPFMo0PyqTjWW0vh/IuNm60ap9G8=")
    #expect(
      user.versionHash.base64EncodedString() == "akfL7w4/hMJEkkn9yD8APX5RQ3j47pp2qNTA7IuxuCI=")
    #expect(model.versionChecksum == "rzn6eNBLyn8k3AoC3kH3yymPT0vSUPaVcgi0v2SuHS8=")
  }

  @Test func whatDoesNotMatterToStoresDoesNotChangeTheHash() throws {  // R-MOD-359 R-MOD-108
    let model = SampleModels.company()
    let employee = try #require(model.entitiesByName["Employee"])
    let before = employee.versionHash
    employee.managedObjectClassName = "X"
    employee.attributesByName["name"]?.defaultValue = "y"
    employee.relationshipsByName["tags"]?.deleteRule = .cascadeDeleteRule
    employee.attributesByName["name"]?.renamingIdentifier = "old"
    employee.attributesByName["name"]?.userInfo = ["a": "b"]
    employee.compoundIndexes = [["name"]]
    #expect(employee.versionHash == before)
    employee.attributesByName["name"]?.isOptional = false
    #expect(employee.versionHash != before)
  }

  // R-MOD-351, R-MOD-356
  @Test func transientPropertiesHaveHashesOfTheirOwn() {
    let (stored, transient) = (attribute("name", true), attribute("name", true))
    transient.isTransient = true
    #expect(stored.versionHash != transient.versionHash)
    let pet = SampleModels.entity("Pet", [])
    let (owned, unstored) = (
      SampleModels.relationship("pet", to: pet), SampleModels.relationship("pet", to: pet)
    )
    unstored.isTransient = true
    #expect(owned.versionHash != unstored.versionHash)
  }

  @Test func aChangeOfAnAncestorChangesTheDescendant() throws {  // R-MOD-361
    let model = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    let before = manager.versionHash
    model.entitiesByName["Employee"]?.properties.append(SampleModels.attribute("z", .date))
    #expect(manager.versionHash != before)
  }
}
