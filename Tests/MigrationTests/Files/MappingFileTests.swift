// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

@Suite struct MappingFileTests {
  private static let former = """
    Car
      title String
      owner > Person.cars
    Bike: Car
      gears Int32
    Person
      name String
      cars >> Car.owner
    """
  private static let present = """
    Car
      label String was title
      owner > Person.cars
      maker > Maker.cars
    Bike: Car
      gears Int32
    Person
      name String
      cars >> Car.owner
    Maker
      name String
      cars >> Car.maker
    """

  /// The source of a mapping model as its editor writes one, with models in it or without.
  static func source(held: Bool = true, extra: String = "") -> String {
    func archive(_ text: String) -> String {
      ModelArchiver.archive(of: ModelText(text).model()).base64EncodedString()
    }
    let models =
      held
      ? """
      <attribute name="sourcemodeldata" type="binary">\(archive(former))</attribute>
      <attribute name="destinationmodeldata" type="binary">\(archive(present))</attribute>
      """ : ""
    return """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database>
      <databaseInfo><version>134481920</version></databaseInfo>
      <object type="XDDEVMAPPINGMODEL" id="z1">\(models)
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z3 z2 z4 z5"></relationship>
      </object>
      \(entity("z2", 1, "Car", "Car", ["label": "z6"], ["maker": "z7", "owner": "z8"]))
      \(entity("z3", 2, "Bike", "Bike", ["gears": "z9"], ["owner": "z10"]))
      \(entity("z4", 3, "Person", "Person", ["name": "z11"], ["cars": "z12"]))
      \(entity("z5", 4, nil, "Maker", ["name": "z13"], ["cars": "z14"]))
      \(extra)
      </database>
      """
  }

  private static func entity(
    _ id: String, _ number: Int, _ source: String?, _ destination: String,
    _ attributes: [String: String], _ relationships: [String: String]
  ) -> String {
    func link(_ name: String, of type: String, to ids: [String: String]) -> String {
      "<relationship name=\"\(name)\" type=\"0/0\" destination=\"\(type)\" "
        + "idrefs=\"\(ids.values.sorted().joined(separator: " "))\"></relationship>"
    }
    func property(_ type: String, _ entry: (key: String, value: String)) -> String {
      "<object type=\"\(type)\" id=\"\(entry.value)\">"
        + "<attribute name=\"name\" type=\"string\">\(entry.key)</attribute></object>"
    }
    let origin = source.map { "<attribute name=\"sourcename\" type=\"string\">\($0)</attribute>" }
    return """
      <object type="XDDEVENTITYMAPPING" id="\(id)">\(origin ?? "")
      <attribute name="mappingtypename" type="string">Undefined</attribute>
      <attribute name="mappingnumber" type="int16">\(number)</attribute>
      <attribute name="destinationname" type="string">\(destination)</attribute>
      \(link("attributemappings", of: "XDDEVATTRIBUTEMAPPING", to: attributes))
      \(link("relationshipmappings", of: "XDDEVRELATIONSHIPMAPPING", to: relationships))
      </object>
      \(attributes.map { property("XDDEVATTRIBUTEMAPPING", $0) }.joined())
      \(relationships.map { property("XDDEVRELATIONSHIPMAPPING", $0) }.joined())
      """
  }

  private func write(_ text: String, _ folder: TemporaryDirectory) throws -> URL {
    let url = folder.url.appendingPathComponent("Map.xcmappingmodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appendingPathComponent("xcmapping.xml"))
    return url
  }

  private func expression(
    _ property: String, _ properties: [NSPropertyMapping]?
  ) -> String? {
    properties?.first { $0.name == property }?.valueExpression?.description
  }

  // R-MOD-320
  @Test func aSourceIsReadAsItsCompilerWould() throws {
    let folder = try TemporaryDirectory()
    let url = try write(Self.source(), folder)
    let model = try #require(NSMappingModel(contentsOf: url))
    #expect(
      model.entityMappings.map { $0.name ?? "" }
        == ["CarToCar", "BikeToBike", "PersonToPerson", "Maker"])
    let (car, person) = (model.entityMappings[0], model.entityMappings[2])
    #expect(car.mappingType == .copyEntityMappingType)
    #expect(model.entityMappings[3].mappingType == .addEntityMappingType)
    #expect(expression("label", car.attributeMappings) == "$source.title")
    #expect(expression("maker", car.relationshipMappings) == nil)
    #expect(
      expression("owner", car.relationshipMappings)
        == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\" , "
        + "\"PersonToPerson\", $source.owner)")
    #expect(
      expression("cars", person.relationshipMappings)
        == "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\" , "
        + "\"cars\", $source.cars)")
    let hashes = ModelText(Self.former).model().entityVersionHashesByName
    #expect(car.sourceEntityVersionHash == hashes["Car"])
    #expect(car.sourceExpression?.description.hasPrefix("FETCH(") == true)
    let direct = NSMappingModel(contentsOf: url.appendingPathComponent("xcmapping.xml"))
    #expect(direct?.entityMappings.count == 4)
  }

  // R-MOD-320, R-PSC-574: what is read works.
  @Test(arguments: Relocation.sameKinds)
  func aMappingModelOfAFileMigrates(_ pair: StorePair) throws {
    let folder = try TemporaryDirectory()
    let model = try #require(NSMappingModel(contentsOf: try write(Self.source(), folder)))
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      let person = context.insert("Person", ["name": "p"])
      for (entity, title) in [("Car", "c"), ("Bike", "b")] {
        context.insert(entity, ["title": title]).setValue(person, forKey: "owner")
      }
    }
    try scene.migrate(model.entityMappings)
    try scene.read { context in
      let cars = try context.all("Car", sortedBy: "label")
      #expect(cars.map { $0.string("label") } == [nil, "c"])
      #expect(cars.map { $0.entity.name } == ["Bike", "Car"])
      let person = try context.all("Person").first
      #expect(person?.objects("cars") == Set(cars))
    }
  }

  // R-PSC-530
  @Test func bundlesAreSearchedForTheVersions() throws {
    let folder = try TemporaryDirectory()
    _ = try write(Self.source(), folder)
    let bundle = try #require(Bundle(path: folder.url.path))
    let (former, present) = (ModelText(Self.former).model(), ModelText(Self.present).model())
    func found(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) -> Bool {
      NSMappingModel(
        from: [bundle], forSourceModel: source, destinationModel: destination) != nil
    }
    #expect(found(former, present))
    #expect(!found(present, former))
    #expect(!found(former, former))
    #expect(NSMappingModel(from: [bundle], forSourceModel: nil, destinationModel: present) == nil)
  }

  // R-PSC-530: without models in it, the entities' names must all fit.
  @Test func aSourceWithoutModelsFitsByNames() throws {
    let folder = try TemporaryDirectory()
    _ = try write(Self.source(held: false), folder)
    let bundle = try #require(Bundle(path: folder.url.path))
    let (former, present) = (ModelText(Self.former).model(), ModelText(Self.present).model())
    let model = NSMappingModel(
      from: [bundle], forSourceModel: former, destinationModel: present)
    #expect(expression("label", model?.entityMappings.first?.attributeMappings) == "$source.title")
    #expect(
      NSMappingModel(from: [bundle], forSourceModel: former, destinationModel: former) == nil)
  }

  // R-PSC-530: what another mapping model makes of the properties must not happen to these versions.
  @Test(arguments: ["title String", "label > Maker.labels"])
  func aSourceWithoutModelsIsForDestinationsWithThePropertiesItLists(_ other: String) throws {
    let folder = try TemporaryDirectory()
    _ = try write(Self.source(held: false), folder)
    let bundle = try #require(Bundle(path: folder.url.path))
    let text =
      Self.present.replacing("label String was title", with: other)
      + (other.contains("Maker") ? "\n  labels >> Car.label" : "")
    #expect(
      NSMappingModel(
        from: [bundle], forSourceModel: ModelText(Self.former).model(),
        destinationModel: ModelText(text).model()) == nil)
  }

  // R-PSC-530
  @Test func aMappingModelWithHashesComesBeforeOneWithout() throws {
    let folder = try TemporaryDirectory()
    let file = try write(Self.source(), folder)
    let bundle = try #require(Bundle(path: folder.url.path))
    let unsure = folder.url.appendingPathComponent("A.xcmappingmodel")
    try FileManager.default.createDirectory(at: unsure, withIntermediateDirectories: true)
    try Data(Self.source(held: false).utf8).write(
      to: unsure.appendingPathComponent("xcmapping.xml"))
    let (former, present) = (ModelText(Self.former).model(), ModelText(Self.present).model())
    func hash() -> Data? {
      NSMappingModel(from: [bundle], forSourceModel: former, destinationModel: present)?
        .entityMappings.first?.sourceEntityVersionHash
    }
    #expect(hash() == former.entityVersionHashesByName["Car"])
    try FileManager.default.removeItem(at: file)
    #expect(hash() == nil)
  }

  // R-PSC-530: mapping models made in code are found too.
  @Test func registeredMappingModelsAreFound() throws {
    let former = ModelText("RegisteredOnly\n  a String").model()
    let present = ModelText("RegisteredOnly\n  a String\n  b String").model()
    let mapping = NSMappingModel()
    let entity = NSEntityMapping.copy("RegisteredOnly")
    entity.sourceEntityVersionHash = former.entityVersionHashesByName["RegisteredOnly"]
    entity.destinationEntityVersionHash = present.entityVersionHashesByName["RegisteredOnly"]
    mapping.entityMappings = [entity]
    NSMappingModel.register(mapping)
    let found = NSMappingModel(from: nil, forSourceModel: former, destinationModel: present)
    #expect(found?.entityMappings.first === entity)
    #expect(NSMappingModel(from: nil, forSourceModel: present, destinationModel: former) == nil)
  }

  // MARK: - Files that are none

  private func failure(_ data: Data, _ folder: TemporaryDirectory) -> String? {
    let url = folder.url.appendingPathComponent("Bad.cdm")
    do {
      try data.write(to: url)
      _ = try MappingFile(url).mappings()
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  @Test(arguments: [
    "", "x", "<database", "<database></database>", "bplist00", "bplist00garbage",
    "<!DOCTYPE a [<!ENTITY b \"c\">]><database><object type=\"XDDEVMAPPINGMODEL\" id=\"z\">&b;</object></database>",
    "<database><object type=\"XDDEVMAPPINGMODEL\" id=\"z1\"><relationship name=\"entitymappings\" idrefs=\"z2\"/></object></database>",
  ])
  func whatIsNoMappingModelIsNamed(_ text: String) throws {
    let folder = try TemporaryDirectory()
    let reason = failure(Data(text.utf8), folder)
    #expect(reason?.contains("Bad.cdm") == true)
    #expect(
      NSMappingModel(contentsOf: folder.url.appendingPathComponent("Nothing.cdm")) == nil)
    #expect(NSMappingModel(contentsOf: folder.url) == nil)
    #expect(NSMappingModel(contentsOf: nil) == nil)
  }

  @Test func damagedValuesAreErrors() throws {
    let folder = try TemporaryDirectory()
    for value in ["!!!", "AAAA", Data("bplist00".utf8).base64EncodedString()] {
      let text = Self.source(held: false).replacing(
        "<attribute name=\"name\" type=\"string\">label</attribute>",
        with: "<attribute name=\"name\" type=\"string\">label</attribute>"
          + "<attribute name=\"valueexpressiondata\" type=\"binary\">\(value)</attribute>")
      #expect(failure(Data(text.utf8), folder)?.contains("Bad.cdm") == true)
    }
  }

  @Test func shortenedSourcesAreErrors() throws {
    let folder = try TemporaryDirectory()
    let data = Data(Self.source().utf8)
    for length in stride(from: 0, to: data.count - 20, by: max(1, data.count / 60)) {
      #expect(failure(data.prefix(length), folder)?.contains("Bad.cdm") == true)
    }
  }

  /// What does no harm may go unnoticed.
  @Test func sourcesWithOtherBytesEndInMappingsOrErrors() throws {
    let folder = try TemporaryDirectory()
    let data = Data(Self.source().utf8)
    var random = SplitMix64(seed: 20_261_123)
    var refused = 0
    for round in 0..<150 {
      var damaged = data
      for _ in 0...random.below(3) {
        damaged[random.below(damaged.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let reason = failure(damaged, folder) else { continue }
      refused += 1
      #expect(reason.contains("Bad.cdm"), "round \(round): \(reason)")
    }
    #expect(refused > 0)
  }
}
