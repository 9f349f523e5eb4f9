// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

@testable import CoreData

/// Models that Apple's framework keeps in its stores.
@Suite(.enabled(if: AppleSamples.folder != nil)) struct KeptModelTests {
  /// A copy of a sample, which reading must not change.
  private func copy(of store: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kept-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("\(store).sqlite")
    try FileManager.default.copyItem(
      at: #require(AppleSamples.file("stores/\(store).sqlite")), to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    return file
  }

  private func remove(_ file: URL) {
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
  }

  // R-MOD-308, R-PSC-514
  @Test(arguments: AppleSamples.stores)
  func hashesAreThoseOfTheMetadata(_ store: String) throws {
    let file = try copy(of: store)
    defer { remove(file) }
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: file)
    let stored = try #require(VersionHashing.storedHashes(in: metadata))
    #expect(!stored.isEmpty)
    let derived = Set(
      model.entities.filter { entity in
        entity.properties.contains { $0 is NSDerivedAttributeDescription }
      }.compactMap(\.name))
    for (name, hash) in stored where !derived.contains(name) {
      #expect(model.entitiesByName[name]?.versionHash == hash, "\(name)")
    }
    #expect(Set(stored.keys).isSubset(of: Set(model.entities.compactMap(\.name))))
  }

  // R-MOD-306, R-MOD-307
  @Test func predicatesAndExpressionsAreReadAsTheyWereWritten() throws {
    let file = try copy(of: "SampleModel2_V2")
    defer { remove(file) }
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file)
    let author = try #require(model.entitiesByName["Author"])
    func fetched(_ name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
      (author.propertiesByName[name] as? NSFetchedPropertyDescription)?.fetchRequest
    }
    let feedbacks = try #require(fetched("feedbacks"))
    #expect(feedbacks.entityName == "Feedback")
    #expect(feedbacks.predicate?.formatText == "authorAlias == $FETCH_SOURCE.alias")
    #expect(feedbacks.sortDescriptors?.map(\.key) == ["rating"])
    #expect(feedbacks.sortDescriptors?.map(\.ascending) == [true])
    #expect(feedbacks.includesPendingChanges)
    #expect(!feedbacks.returnsDistinctResults)
    #expect(
      fetched("favFeedbacks")?.predicate?.formatText
        == "authorAlias == $FETCH_SOURCE.alias AND "
        + "comment CONTAINS[c] $FETCHED_PROPERTY.userInfo.search")
    let title = try #require(model.entitiesByName["Book"]?.propertiesByName["title"])
    #expect(
      title.validationPredicates.map(\.formatText)
        == ["length >= 3 AND length <= 50", "SELF CONTAINS \"title\""])
    #expect(
      title.validationWarnings as? [String]
        == ["Title must have a length between 3 and 50 chars.", "Title must contain 'title'."])
    let count = model.entitiesByName["Book"]?.propertiesByName["pagesCount"]
    #expect(
      (count as? NSDerivedAttributeDescription)?.derivationExpression?.description
        == "pages.@count")
  }

  // R-MOD-304
  @Test func propertiesThatSubentitiesRepeatAreDeclaredOnce() throws {
    let file = try copy(of: "SampleModel2_V2")
    defer { remove(file) }
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file)
    let novel = try #require(model.entitiesByName["GraphicNovel"])
    #expect(novel.superentity === model.entitiesByName["Book"])
    #expect(novel.propertyTable.own.map(\.name) == ["isBlackAndWhite"])
    #expect(novel.relationshipsByName["author"]?.inverseRelationship?.name == "books")
    #expect(model.configurations == ["SampleConfigurationV2Part1", "SampleConfigurationV2Part2"])
    #expect(
      model.entities(forConfigurationName: "SampleConfigurationV2Part2")?.map(\.name)
        == ["Feedback"])
  }

  // R-PSC-530, R-PSC-513
  @Test func aMigrationStartsFromTheModelThatAStoreKeeps() throws {
    let file = try copy(of: "SampleModel3_V1")
    defer { remove(file) }
    let subject = MigrationSubject(
      url: file, type: NSSQLiteStoreType, configuration: nil, options: StoreOptionValues([:]))
    let model = try SourceModels.model(of: subject, subject.metadata())
    #expect(model.entities.map(\.name) == ["User"])
    #expect(subject.isCompatible(try subject.metadata(), with: model))
  }
}
