// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import KeyedArchives
import Testing

@testable import CoreData

/// Models read from archives that were put together by hand.
struct ArchivedModelTests {
  private let file = URL(fileURLWithPath: "/models/Sample.mom")

  private func model(_ data: Data) throws -> NSManagedObjectModel {
    try ArchivedModel.model(from: data, file: file)
  }

  private func reason(_ data: Data) -> String {
    do {
      _ = try model(data)
      return "read"
    } catch { return error.localizedDescription }
  }

  // R-MOD-304
  @Test func defaultValuesHaveTheirTypes() throws {
    let model = try model(HandMadeModel.everything())
    let owner = try #require(model.entitiesByName["OwnerSample"])
    let defaults = owner.attributesByName.mapValues(\.defaultValue)
    #expect(defaults["flag"] as? Bool == true)
    #expect(defaults["count"] as? Int == -5)
    #expect(defaults["ratio"] as? Double == 0.25)
    #expect(defaults["title"] as? String == "Grüße")
    #expect(defaults["born"] as? Date == Date(timeIntervalSinceReferenceDate: 86_400))
    #expect(
      defaults["tag"] as? UUID == UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10"))
    #expect(defaults["home"] as? URL == URL(string: "https://example.org/a"))
    #expect(defaults["price"] as? NSDecimalNumber == NSDecimalNumber(string: "-1234.56"))
    #expect(defaults["portrait"] as? Data == Data([1, 2, 3]))
    #expect(owner.attributesByName["title"]?.preservesValueInHistoryOnDeletion == true)
    #expect(owner.renamingIdentifier == "OwnerSampleBefore")
    #expect(model.versionIdentifiers == ["7"])
  }

  // R-MOD-304
  @Test func relationshipsFindTheirEnds() throws {
    let model = try model(HandMadeModel.everything())
    let pets = try #require(model.entitiesByName["OwnerSample"]?.relationshipsByName["pets"])
    let keeper = try #require(model.entitiesByName["PetSample"]?.relationshipsByName["keeper"])
    #expect(pets.destinationEntity === model.entitiesByName["PetSample"])
    #expect(pets.inverseRelationship === keeper)
    #expect(keeper.inverseRelationship === pets)
    #expect(pets.isOrdered)
    #expect(pets.deleteRule == .cascadeDeleteRule)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
  }

  // R-MOD-309
  @Test func whatCannotBeReadIsAnErrorThatNamesTheFile() throws {
    let whole = HandMadeModel.everything()
    #expect(reason(Data()).contains("Sample.mom"))
    #expect(reason(whole.prefix(whole.count / 2)).contains("no binary property list"))
    let archive = HandMadeArchive()
    let text = archive.data(root: archive.add(.text("model")))
    #expect(reason(text).contains("no archive of a model"))
    let deflated = #expect(throws: CocoaError.self) {
      try ArchivedModel.model(fromDeflated: Data([1, 2, 3]), file: file)
    }
    #expect(deflated?.code == .fileReadCorruptFile)
  }

  // R-MOD-308: what is kept where zlib has no memory is read like any other.
  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func bytesThatAreNotDeflatedAreRead(_ count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try RawDeflate.inflated(RawDeflate.stored(data)) == data)
  }

  // R-MOD-309
  @Test func circlesAreErrors() throws {
    let archive = HandMadeArchive()
    let (first, second) = (archive.add(.map([:])), archive.add(.map([:])))
    HandMadeModel.entity(first, "CircleOne", [], parent: second, archive)
    HandMadeModel.entity(second, "CircleTwo", [], parent: first, archive)
    let data = HandMadeModel.model(of: [("CircleOne", first), ("CircleTwo", second)], archive)
    #expect(reason(data).contains("inherits from itself"))

    let nested = HandMadeArchive()
    let (entity, composite) = (nested.add(.map([:])), nested.add(.map([:])))
    nested.complete(
      composite, "NSCompositeAttributeDescription", above: "NSAttributeDescription",
      ["NSPropertyName": nested.text("place"), "OCDElements": nested.array([composite])])
    HandMadeModel.entity(entity, "CircleThree", [("place", composite)], nested)
    let model = HandMadeModel.model(of: [("CircleThree", entity)], nested)
    #expect(reason(model).contains("nested too deeply"))
  }

  // R-MOD-309
  @Test func entitiesAndTypesThatAreWrongAreNamed() throws {
    let archive = HandMadeArchive()
    let (entity, other) = (archive.add(.map([:])), archive.add(.map([:])))
    let attribute = HandMadeModel.attribute("odd", type: 12, archive)
    HandMadeModel.entity(entity, "OddSample", [("odd", attribute)], archive)
    HandMadeModel.entity(other, "OddSample", [], archive)
    #expect(
      reason(HandMadeModel.model(of: [("a", entity)], archive)).contains("OddSample.odd"))
    #expect(
      reason(HandMadeModel.model(of: [("a", entity), ("b", other)], archive))
        .contains("two entities 'OddSample'"))
  }

  // R-MOD-309
  @Test func aDefaultOfAnApplicationsClassIsLeftOut() throws {
    let archive = HandMadeArchive()
    let entity = archive.add(.map([:]))
    let cover = archive.instance("Shop.Cover", ["text": archive.text("front")])
    let attribute = HandMadeModel.attribute(
      "cover", type: 1800, defaultValue: .object(cover), archive)
    HandMadeModel.entity(entity, "CoverSample", [("cover", attribute)], archive)
    let model = try model(HandMadeModel.model(of: [("CoverSample", entity)], archive))
    let found = try #require(model.entitiesByName["CoverSample"]?.attributesByName["cover"])
    #expect(found.type == .transformable)
    #expect(found.defaultValue == nil)
  }
}
