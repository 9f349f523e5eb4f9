// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Merging the models of a program that was copied without its resources.
struct EmbeddedMergeTests {
  private let folder: URL
  private let main: Bundle

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    main = try #require(Bundle(path: folder.path))
    NSManagedObjectModel.registerModel(
      named: "EmbeddedMerged1", version: "1",
      contents: "<model><entity name=\"MergedFirst\"/></model>")
    NSManagedObjectModel.registerModel(
      named: "EmbeddedMerged2", version: "1",
      contents: "<model><entity name=\"MergedSecond\"/></model>")
  }

  private func names(_ models: [NSManagedObjectModel]) -> Set<String> {
    Set(models.flatMap(\.entities).compactMap(\.name))
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  // R-MOD-014
  @Test func aProgramWithoutFilesHasTheModelsThatWereCompiledIn() throws {
    defer { clean() }
    let same = try #require(Bundle(path: folder.path))
    for bundles in [nil, [], [main], [same]] as [[Bundle]?] {
      let models = ModelLoading.models(in: bundles, ofProgram: main)
      #expect(names(models).isSuperset(of: ["MergedFirst", "MergedSecond"]))
      let versions = ModelLoading.allVersions(in: bundles, ofProgram: main)
      #expect(names(versions).isSuperset(of: ["MergedFirst", "MergedSecond"]))
    }
    let merged = NSManagedObjectModel(byMerging: ModelLoading.models(in: nil, ofProgram: main))
    #expect(merged?.entitiesByName["MergedFirst"] != nil)
    #expect(merged?.entitiesByName["MergedSecond"] != nil)
  }

  // R-MOD-014: files have the say
  @Test(arguments: [".", "Some.resources"])
  func aProgramWithFilesHasTheirs(_ place: String) throws {
    defer { clean() }
    let model = folder.appendingPathComponent("\(place)/Filed.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data("<model><entity name=\"Filed\"/></model>".utf8)
      .write(to: model.appendingPathComponent("contents"))
    for bundles in [nil, [], [main]] as [[Bundle]?] {
      #expect(names(ModelLoading.models(in: bundles, ofProgram: main)) == ["Filed"])
      #expect(names(ModelLoading.allVersions(in: bundles, ofProgram: main)) == ["Filed"])
    }
  }

  // R-MOD-015: what lies beside the program may be another's
  @Test func aModelBesideTheProgramThatClashesIsLeftOut() throws {
    defer { clean() }
    for (place, entities) in [
      ("A.resources/First", ["Author": "name", "Book": "title"]),
      ("B.resources/Second", ["Author": "born", "Paper": "title"]),
      ("C.resources/Third", ["Author": "name", "Shop": "street"]),
    ] {
      let model = folder.appendingPathComponent("\(place).xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      let xml = entities.map { name, attribute in
        "<entity name=\"\(name)\"><attribute name=\"\(attribute)\" attributeType=\"String\"/></entity>"
      }
      try Data("<model>\(xml.joined())</model>".utf8)
        .write(to: model.appendingPathComponent("contents"))
    }
    let models = ModelLoading.models(in: [main], ofProgram: main)
    #expect(models.count == 2)
    #expect(names(models) == ["Author", "Book", "Shop"])
    let versions = ModelLoading.allVersions(in: [main], ofProgram: main)
    #expect(names(versions) == ["Author", "Book", "Paper", "Shop"])
  }

  // R-MOD-014: another bundle has what its files say
  @Test func anotherBundleWithoutModelsHasNone() throws {
    defer { clean() }
    let other = folder.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let bundle = try #require(Bundle(path: other.path))
    #expect(ModelLoading.models(in: [bundle], ofProgram: main).isEmpty)
    #expect(NSManagedObjectModel.mergedModel(from: [bundle]) == nil)
  }
}
