// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

@Suite struct ModelGenerateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aFileIsWrittenIntoANewFolder() throws {
    let model = try folder.file("Garage.xml", Models.garage)
    let outcome = try Tool.run(
      "model", "generate", model.path, "--output", folder.path("out"), "--json")
    #expect(outcome.status == 0)
    let file = try #require(try outcome.json()["file"] as? String)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("class Car"))
  }

  @Test func aHyphenPrintsTheCode() throws {
    let model = try folder.file("Garage.xml", Models.garage)
    let outcome = try Tool.run("model", "generate", model.path, "--output", "-")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("class Person"))
    #expect(try folder.contents() == ["Garage.xml"])
  }

  @Test func aModelWithErrorsLeavesNothingBehind() throws {
    let model = try folder.file("Broken.xml", Models.withUnknownDestination)
    let outcome = try Tool.run("model", "generate", model.path, "--output", folder.path("out"))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(":5:"))
    #expect(try folder.contents() == ["Broken.xml"])
  }
}
