// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Mapping models and stores by Apple's tools, where they are at hand.
private enum Samples {
  static let folder: URL? = {
    let here = URL(fileURLWithPath: #filePath)
    let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let folder = root.deletingLastPathComponent().appendingPathComponent("shared/samples/apple")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func file(_ path: String) throws -> URL {
    try #require(folder).appendingPathComponent(path)
  }

  static func model(_ version: String) throws -> NSManagedObjectModel {
    let path = "SampleModel.xcdatamodeld/\(version).xcdatamodel"
    let model = try #require(NSManagedObjectModel(contentsOf: file(path)))
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    return model
  }
}

@Suite(.enabled(if: Samples.folder != nil)) struct SampleMappingTests {
  private func text(_ mapping: NSEntityMapping) -> [String] {
    func properties(_ list: [NSPropertyMapping]?) -> [String] {
      (list ?? []).map { "\($0.name ?? "") = \($0.valueExpression?.description ?? "")" }
    }
    return [
      mapping.name ?? "", "\(mapping.mappingType)", mapping.sourceEntityName ?? "",
      mapping.destinationEntityName ?? "", mapping.entityMigrationPolicyClassName ?? "",
      mapping.sourceExpression?.description ?? "",
    ] + properties(mapping.attributeMappings) + properties(mapping.relationshipMappings)
  }

  // R-MOD-320, R-MOD-321: the source is what the compiled one is.
  @Test func sourceAndCompiledMappingAgree() throws {
    let source = try MappingFile(Samples.file("V2toV3.xcmappingmodel")).mappings()
    let compiled = try MappingFile(Samples.file("compiled/V2toV3.cdm")).mappings()
    #expect(source.count == 5)
    #expect(source.map(text) == compiled.map(text))
  }

  // R-PSC-570: the hashes in the file are those of the models.
  @Test func theCompiledMappingIsFoundForItsModels() throws {
    let bundle = try #require(Bundle(path: Samples.file("compiled").path))
    let (former, present) = try (Samples.model("SampleModel2"), Samples.model("SampleModel3"))
    #expect(
      NSMappingModel(from: [bundle], forSourceModel: former, destinationModel: present) != nil)
    #expect(
      NSMappingModel(from: [bundle], forSourceModel: present, destinationModel: former) == nil)
  }

  // R-PSC-530: an editor's file has no hashes, and versions may be gone, or compiled in: the models that it holds
  // tell which versions it is for.
  @Test func theSourceAloneIsFoundForItsModelsOnly() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: try Samples.file("V2toV3.xcmappingmodel"),
      to: folder.url.appendingPathComponent("V2toV3.xcmappingmodel"))
    let bundle = try #require(Bundle(path: folder.url.path))
    let versions = try ["SampleModel", "SampleModel2", "SampleModel3"].map(Samples.model)
    let found = versions.map { former in
      versions.map { present in
        NSMappingModel(from: [bundle], forSourceModel: former, destinationModel: present) != nil
      }
    }
    #expect(
      found == [[false, false, false], [false, false, true], [false, false, false]])
  }

  /// The model has uniqueness constraints, which other stores do not enforce.
  private static let kinds = Relocation.sameKinds.filter {
    [NSSQLiteStoreType, LMDBStoreType].contains($0.first)
  }

  // R-PSC-573, R-PSC-574, R-PSC-577, R-PSC-579
  @Test(arguments: ["V2toV3.xcmappingmodel", "compiled/V2toV3.cdm"], kinds)
  func aStoreOfApplesIsMigratedByApplesMapping(_ path: String, _ pair: StorePair) throws {
    V2to3MakerPolicy.register()
    let folder = try TemporaryDirectory()
    let source = folder.url.appendingPathComponent("old.sqlite")
    try FileManager.default.copyItem(
      at: try Samples.file("stores/SampleModel_V2.sqlite"), to: source)
    let destination = folder.url.appendingPathComponent("new")
    let (former, present) = try (Samples.model("SampleModel2"), Samples.model("SampleModel3"))
    let mapping = try #require(NSMappingModel(contentsOf: try Samples.file(path)))
    try NSMigrationManager(sourceModel: former, destinationModel: present).migrateStore(
      from: source, type: .sqlite, mapping: mapping, to: destination,
      type: .init(rawValue: pair.second))
    let before = try Relocation.use(former, NSSQLiteStoreType, source) { context in
      try context.all("Car").map { car in
        let owner = car.value(forKey: "owner") as? NSManagedObject
        return [car.string("numberPlate"), car.string("maker"), Self.name(owner)]
      }
    }
    try Relocation.use(present, pair.second, destination) { context in
      let cars = try context.all("Car")
      let after = cars.map { car in
        let owner = car.value(forKey: "owner") as? NSManagedObject
        let maker = car.value(forKey: "createdBy") as? NSManagedObject
        return [car.string("numberPlate"), maker?.string("name"), Self.name(owner)]
      }
      #expect(Set(before) == Set(after))
      #expect(cars.count == 125)
      #expect(
        cars.allSatisfy { car in
          let owner = car.value(forKey: "owner") as? NSManagedObject
          return car.objects("previousOwners") == Set([owner].compactMap { $0 })
        })
      let makers = try context.all("Maker").count
      #expect(makers == Set(before.compactMap { $0[1] }).count)
      let people = try context.all("Person")
      #expect(people.count == 20)
      let dates = people.compactMap { $0.value(forKey: "updatedAt") as? Date }
      #expect(dates.count == 20)
    }
  }

  private static func name(_ person: NSManagedObject?) -> String? {
    person.map { "\($0.string("firstName") ?? "") \($0.string("lastName") ?? "")" }
  }

  // Whatever a compiled mapping model has become, reading it ends.
  @Test func damagedCompiledMappingsEnd() throws {
    let data = try Data(contentsOf: try Samples.file("compiled/V2toV3.cdm"))
    let folder = try TemporaryDirectory()
    let url = folder.url.appendingPathComponent("Bad.cdm")
    var generator = SplitMix64(seed: 7)
    for round in 0..<300 {
      var damaged = data
      if round % 3 == 0 { damaged = data.prefix(Int.random(in: 0..<data.count, using: &generator)) }
      for _ in 0..<(round % 3) * 4 {
        let place = Int.random(in: 0..<data.count, using: &generator)
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try damaged.write(to: url)
      do { _ = try MappingFile(url).mappings() } catch {
        #expect(error.localizedDescription.contains("Bad.cdm"))
      }
    }
  }
}

/// Makes a maker of what was the name of one.
final class V2to3MakerPolicy: NSEntityMigrationPolicy {
  private static let makers = "makers"

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    guard let name = sInstance.string("maker") else { return }
    let maker = maker(name, manager)
    for car in made { car.setValue(maker, forKey: "createdBy") }
  }

  private func maker(_ name: String, _ manager: NSMigrationManager) -> NSManagedObject {
    let context = manager.destinationContext
    let known = context.registeredObjects.first {
      !$0.isFault && $0.entity.name == "Maker" && $0.string("name") == name
    }
    return known ?? context.insert("Maker", ["name": name])
  }
}
