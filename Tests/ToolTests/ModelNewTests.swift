// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

@Suite struct ModelNewTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [[], ["--empty"], ["--entity", "Walk"]])
  func aNewModelLoads(arguments: [String]) throws {
    let outcome = try Tool.run(["model", "new", "Diary", "-o", folder.path("models")] + arguments)
    #expect(outcome.status == 0)
    let path = folder.path("models/Diary.xcdatamodeld")
    #expect(outcome.output == path + "\n")
    let model = try #require(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: path)))
    let expected = arguments.contains("--empty") ? [] : [arguments.last ?? "Item"]
    #expect(model.entities.map(\.name) == expected)
    let check = try Tool.run("model", "check", path)
    #expect(check.status == 0)
    #expect(check.output.contains("No errors, no warnings."))
  }

  @Test func nothingIsOverwritten() throws {
    let file = try folder.file("Diary.xcdatamodeld", "mine")
    let outcome = try Tool.run("model", "new", "Diary", "-o", folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("exists already"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
  }

  @Test(arguments: ["", "a/b", ".hidden"]) func whatIsNoNameIsRefused(name: String) throws {
    #expect(try Tool.run("model", "new", name, "-o", folder.path).status == 2)
    #expect(try folder.contents().isEmpty)
  }

  @Test func anEntityThatCannotBeLeavesNothingBehind() throws {
    let outcome = try Tool.run("model", "new", "Diary", "-o", folder.path, "--entity", "4x4")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("must begin with an uppercase letter"))
    #expect(try folder.contents().isEmpty)
  }

  @Test func aFileIsNoFolderForClasses() throws {
    let model = try folder.file("Garage.xml", Models.garage)
    let outcome = try Tool.run("model", "generate", model.path, "-o", folder.path("x.swift"))
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("names a folder"))
    #expect(try folder.contents() == ["Garage.xml"])
  }

  @Test func theVersionIsTold() throws {
    let outcome = try Tool.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("."))
  }

  @Test func aPredicateThatDoesNotParseIsFoundByTheCheck() throws {
    let text = Models.garage.replacingOccurrences(of: "name == $NAME", with: "name == = $NAME")
    let model = try folder.file("Garage.xml", text)
    let outcome = try Tool.run("model", "check", model.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("does not parse"))
  }
}
