// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

@Suite struct ModelValueTests {
  @Test func modelsOfEqualContentAreEqual() {  // R-MOD-026
    #expect(SampleModels.company() == SampleModels.company())
  }

  @Test func aCopyIsEqualAndIndependent() throws {  // R-MOD-026 R-MOD-022
    let model = SampleModels.company()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    let employee = try #require(copy.entitiesByName["Employee"])
    #expect(employee !== model.entitiesByName["Employee"])
    #expect(employee.managedObjectModel === copy)
    #expect(
      employee.relationshipsByName["department"]?.destinationEntity
        === copy.entitiesByName["Department"])
    #expect(
      employee.relationshipsByName["department"]?.inverseRelationship
        === copy.entitiesByName["Department"]?.relationshipsByName["employees"])
    employee.attributesByName["name"]?.isOptional = false
    #expect(copy != model)
  }

  @Test func aModelInUseCannotBeChanged() async {  // R-MOD-022
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.company()
      _ = try model.compiledSchema()
      model.entitiesByName["Tag"]?.isAbstract = true
    }
  }

  @Test func aPropertyOfAModelInUseCannotBeChanged() async {  // R-MOD-022
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.company()
      _ = try model.compiledSchema()
      model.entitiesByName["Manager"]?.attributesByName["salary"]?.isOptional = false
    }
  }

  @Test func aCopyOfAModelInUseMayBeChanged() throws {  // R-MOD-022
    let model = SampleModels.company()
    _ = try model.compiledSchema()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    copy.entitiesByName["Tag"]?.isAbstract = true
    #expect(copy.entitiesByName["Tag"]?.isAbstract == true)
  }

  @Test func userInfoMayChangeInUse() throws {  // R-MOD-023
    let model = SampleModels.company()
    _ = try model.compiledSchema()
    let entity = model.entitiesByName["Tag"]
    entity?.userInfo = ["a": 1]
    #expect(entity?.userInfo?["a"] as? Int == 1)
    let attribute = entity?.attributesByName["label"]
    attribute?.userInfo = ["x": "y"]
    #expect(attribute?.userInfo?["x"] as? String == "y")
  }

  @Test func configurationsAreNamedSubsets() throws {  // R-MOD-005 R-MOD-006 R-MOD-007
    let model = SampleModels.company()
    let tag = try #require(model.entitiesByName["Tag"])
    model.setEntities([tag], forConfigurationName: "Global")
    #expect(model.configurations == ["Global"])
    #expect(model.entities(forConfigurationName: "Global") == [tag])
    #expect(model.entities(forConfigurationName: nil)?.count == 4)
    #expect(model.entities(forConfigurationName: "PF_DEFAULT_CONFIGURATION_NAME")?.count == 4)
    #expect(model.entities(forConfigurationName: "None") == nil)
  }

  @Test func templatesAreCopied() throws {  // R-MOD-009 R-MOD-011
    let model = SampleModels.company()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    request.fetchLimit = 3
    model.setFetchRequestTemplate(request, forName: "some")
    request.fetchLimit = 7
    let found = try #require(model.fetchRequestTemplate(forName: "some"))
    #expect(found.fetchLimit == 3)
    #expect(found == model.fetchRequestFromTemplate(withName: "some", substitutionVariables: [:]))
    model.setFetchRequestTemplate(nil, forName: "some")
    #expect(model.fetchRequestTemplate(forName: "some") == nil)
  }

  @Test func templateVariablesAreReplaced() throws {  // R-MOD-010
    let model = SampleModels.company()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    request.predicate = NSPredicate(format: "label == $LABEL")
    model.setFetchRequestTemplate(request, forName: "some")
    let found = model.fetchRequestFromTemplate(
      withName: "some", substitutionVariables: ["LABEL": "x"])
    #expect(found?.predicate == NSPredicate(format: "label == 'x'"))
    #expect(
      model.fetchRequestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
  }

  @Test func aTemplateVariableWithoutAValueIsAMisuse() async {  // R-MOD-010
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.company()
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
      request.predicate = NSPredicate(format: "label == $LABEL")
      model.setFetchRequestTemplate(request, forName: "some")
      _ = model.fetchRequestFromTemplate(withName: "some", substitutionVariables: [:])
    }
  }

  @Test func mergingUnitesEntitiesAndConfigurations() throws {  // R-MOD-015 R-MOD-017
    let first = SampleModels.company()
    first.versionIdentifiers = ["1"]
    first.setEntities([first.entities[0]], forConfigurationName: "A")
    let second = NSManagedObjectModel()
    second.entities = [SampleModels.entity("Extra", [SampleModels.attribute("x", .date)])]
    second.versionIdentifiers = ["2"]
    let merged = try #require(NSManagedObjectModel(byMerging: [first, second, first]))
    #expect(merged.entities.count == 5)
    #expect(merged.configurations == ["A"])
    #expect(merged.versionIdentifiers == ["1", "2"])
    let hashes = [merged, first].map { $0.entityVersionHashesByName["Manager"] }
    #expect(hashes[0] == hashes[1])
    #expect(merged.entitiesByName["Manager"]?.superentity === merged.entitiesByName["Employee"])
  }

  /// Base, which has a name, with subentities of no properties of their own.
  private func family(_ children: [String]) -> NSManagedObjectModel {
    let base = SampleModels.entity("Base", [SampleModels.attribute("name", .string)])
    base.subentities = children.map { SampleModels.entity($0, []) }
    let model = NSManagedObjectModel()
    model.entities = [base]
    return model
  }

  @Test func modelsThatExtendOneParentAreMergedWithAllSubentities() throws {  // R-MOD-015
    let bikes = family(["Bike"])
    let merged = try #require(NSManagedObjectModel(byMerging: [family(["Car"]), bikes]))
    let bike = try #require(merged.entitiesByName["Bike"])
    #expect(bike.superentity === merged.entitiesByName["Base"])
    #expect(bike.attributesByName["name"] != nil)
    #expect(bike.versionHash == bikes.entityVersionHashesByName["Bike"])
    #expect(merged.entitiesByName["Base"]?.subentities.count == 2)
  }

  @Test func nothingMergedIsAnEmptyModel() throws {  // R-MOD-015
    let merged = try #require(NSManagedObjectModel(byMerging: []))
    #expect(merged.entities.isEmpty)
    #expect(NSManagedObjectModel(byMerging: nil) == nil)
  }

  @Test func differentEntitiesOfOneNameCannotBeMerged() async {  // R-MOD-015
    await #expect(processExitsWith: .failure) {
      let first = NSManagedObjectModel()
      first.entities = [SampleModels.entity("A", [SampleModels.attribute("x", .date)])]
      let second = NSManagedObjectModel()
      second.entities = [SampleModels.entity("A", [SampleModels.attribute("x", .string)])]
      _ = NSManagedObjectModel(byMerging: [first, second])
    }
  }

  @Test func mergingForMetadataPicksTheVersionsOfTheStore() throws {  // R-MOD-016
    let old = NSManagedObjectModel()
    old.entities = [SampleModels.entity("A", [SampleModels.attribute("x", .date)])]
    let new = NSManagedObjectModel()
    new.entities = [SampleModels.entity("A", [SampleModels.attribute("x", .string)])]
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.entityVersionHashesByName]
    let merged = NSManagedObjectModel(byMerging: [new, old], forStoreMetadata: metadata)
    #expect(merged?.entitiesByName["A"]?.attributesByName["x"]?.type == .date)
    #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: metadata) == nil)
  }

  // R-MOD-016: a hash does not tell of subentities
  @Test func theModelOfMetadataHasTheSubentitiesThatCameLater() throws {
    let models = [family(["Old"]), family(["New"])]
    let hashes = family(["New", "Old"]).entityVersionHashesByName
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: hashes]
    let merged = try #require(
      NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata))
    #expect(merged.entitiesByName["New"]?.superentity === merged.entitiesByName["Base"])
    #expect(merged.entitiesByName["New"]?.attributesByName["name"] != nil)
    #expect(merged.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  // R-MOD-016: nor of classes and defaults
  @Test func theModelThatHasAllOfAStoreIsTakenAsAWhole() throws {
    let (first, second) = (family(["Old"]), family(["New", "Old"]))
    second.entitiesByName["Old"]?.managedObjectClassName = "Later"
    second.versionIdentifiers = ["2"]
    let metadata: [String: Any] = [
      NSStoreModelVersionHashesKey: second.entityVersionHashesByName
    ]
    let merged = try #require(
      NSManagedObjectModel(byMerging: [first, second], forStoreMetadata: metadata))
    #expect(merged == second)
    #expect(merged.versionIdentifiers == ["2"])
  }

  // R-MOD-016
  @Test func metadataOfNoModelNameNoAncestorsInACircle() throws {
    let models = [("Base", "Sub"), ("Sub", "Base")].map { parent, child in
      let entity = SampleModels.entity(parent, [])
      entity.subentities = [SampleModels.entity(child, [])]
      let model = NSManagedObjectModel()
      model.entities = [entity]
      return model
    }
    let hashes = [
      "Sub": try #require(models[0].entityVersionHashesByName["Sub"]),
      "Base": try #require(models[1].entityVersionHashesByName["Base"]),
    ]
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: hashes]
    let merged = NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
    #expect(merged?.entities.count == 2)
  }

  @Test func compatibilityComparesTheConfigurationsHashes() throws {  // R-MOD-021
    let model = SampleModels.company()
    let tag = try #require(model.entitiesByName["Tag"])
    model.setEntities([tag], forConfigurationName: "Global")
    let hashes = ["Tag": tag.versionHash]
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: hashes]
    #expect(model.isConfiguration(withName: "Global", compatibleWithStoreMetadata: metadata))
    #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    tag.versionHashModifier = "2"
    #expect(!model.isConfiguration(withName: "Global", compatibleWithStoreMetadata: metadata))
  }
}
