// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

@Suite struct ModelCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ text: String, _ options: String...) throws -> Tool.Outcome {
    let file = try folder.file("model.xml", text)
    return try Tool.run(["model", "check", file.path] + options)
  }

  @Test func aSoundModelGivesStatusZero() throws {
    let outcome = try check(Models.garage)
    #expect(outcome.status == 0)
    #expect(outcome.complaint.isEmpty)
    #expect(outcome.output.contains("Vehicle"))
  }

  @Test func theJSONHasItsKeys() throws {
    let report = try check(Models.garage, "--json").json()
    #expect(
      Set(report.keys) == [
        "name", "entities", "composites", "configurations", "fetchRequests", "versionChecksum",
        "diagnostics",
      ])
    let entities = try #require(report["entities"] as? [[String: Any]])
    #expect(entities.compactMap { $0["name"] as? String } == ["Vehicle", "Car", "Person"])
    for entity in entities {
      #expect(
        Set(entity.keys) == [
          "name", "parent", "abstract", "class", "attributes", "relationships",
          "fetchedProperties", "uniquenessConstraints", "indexes", "versionHash",
        ])
    }
  }

  @Test func anEntityIsDescribed() throws {
    let report = try check(Models.garage, "--json").json()
    let entities = try #require(report["entities"] as? [[String: Any]])
    let car = try #require(entities.first { $0["name"] as? String == "Car" })
    #expect(car["parent"] as? String == "Vehicle")
    #expect(car["class"] as? String == "Car")
    #expect(car["abstract"] as? Bool == false)
    #expect(car["uniquenessConstraints"] as? [[String]] == [["plate"]])
    let attributes = try #require(car["attributes"] as? [[String: Any]])
    #expect(attributes.first?["type"] as? String == "String")
    let indexes = try #require(car["indexes"] as? [[String: Any]])
    #expect(indexes.first?["name"] as? String == "byPlate")
  }

  @Test func versionHashesAreThirtyTwoBytesInBase64() throws {
    let report = try check(Models.garage, "--json").json()
    let entities = try #require(report["entities"] as? [[String: Any]])
    for entity in entities {
      let text = try #require(entity["versionHash"] as? String)
      #expect(Data(base64Encoded: text)?.count == 32)
    }
  }

  @Test func configurationsNameTheirEntities() throws {
    let report = try check(Models.garage, "--json").json()
    #expect(report["configurations"] as? [String: [String]] == ["People": ["Person"]])
  }

  @Test func anEntityWithoutParentHasNullThere() throws {
    let report = try check(Models.garage, "--json").json()
    let entities = try #require(report["entities"] as? [[String: Any]])
    #expect(entities.first?["parent"] is NSNull)
  }

  @Test func aModelThatContradictsItselfNamesTheLine() throws {
    let outcome = try check(Models.withUnknownDestination, "--json")
    #expect(outcome.status == 1)
    let diagnostics = try #require(try outcome.json()["diagnostics"] as? [[String: Any]])
    let errors = diagnostics.filter { $0["severity"] as? String == "error" }
    #expect(errors.contains { $0["line"] as? Int == 5 })
    #expect(errors.allSatisfy { !($0["message"] as? String ?? "").isEmpty })
  }

  @Test func brokenXMLNamesTheLineOnStandardError() throws {
    let outcome = try check(Models.notWellFormed)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("model.xml:5:"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }

  @Test func brokenXMLStillGivesJSON() throws {
    let outcome = try check(Models.notWellFormed, "--json")
    #expect(outcome.status == 1)
    let report = try outcome.json()
    #expect((report["entities"] as? [Any])?.isEmpty == true)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.first?["line"] as? Int == 5)
  }

  @Test func aMissingModelIsOneLineAndStatusOne() throws {
    let outcome = try Tool.run("model", "check", folder.path("nothing.xcdatamodeld"))
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("nothing.xcdatamodeld"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }

  @Test func aBundleIsCheckedByItsCurrentVersion() throws {
    let bundle = folder.url.appendingPathComponent("Garage.xcdatamodeld/Garage.xcdatamodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(Models.garage.utf8).write(to: bundle.appendingPathComponent("contents"))
    for path in ["", "/Garage.xcdatamodel", "/Garage.xcdatamodel/contents"] {
      let outcome = try Tool.run(
        "model", "check", folder.path("Garage.xcdatamodeld") + path, "--json")
      #expect(outcome.status == 0)
      #expect(try outcome.json()["name"] as? String == "Garage")
    }
  }
}
