// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

struct ModelBundleTests {
  private static let model = "<model><entity name=\"A\"/></model>"

  private static func current(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>_XCCurrentVersionName</key><string>\(name)</string>
    </dict></plist>
    """
  }

  private func failure(_ files: [String: String], _ path: String) throws -> ModelFormatError? {
    try Samples.withFolder(files) { folder in
      do {
        _ = try ModelReader.read(at: folder.appendingPathComponent(path))
        return nil
      } catch let error as ModelFormatError {
        return error
      }
    }
  }

  @Test func theCurrentVersionIsTheOneNamed() throws {  // R-MOD-201, R-MOD-205
    try Samples.withFolder([
      "App.xcdatamodeld/App 1.0.xcdatamodel/contents": Self.model,
      "App.xcdatamodeld/App 1.1.xcdatamodel/contents": "<model><entity name=\"B\"/></model>",
      "App.xcdatamodeld/.xccurrentversion": Self.current("App 1.1.xcdatamodel"),
    ]) { folder in
      let bundle = try ModelBundle(at: folder.appendingPathComponent("App.xcdatamodeld"))
      #expect(bundle.name == "App")
      #expect(bundle.currentVersionName == "App 1.1")
      #expect(try bundle.read().document.entities.map(\.name) == ["B"])
      #expect(try bundle.read(version: "App 1.0").document.entities.map(\.name) == ["A"])
    }
  }

  @Test func otherValuesBesideTheCurrentVersionAreNoMatter() throws {  // R-MOD-201
    let current = Self.current("App 1.0.xcdatamodel").replacing(
      "<dict>", with: "<dict><key>_XCVersion</key><integer>1</integer>")
    try Samples.withFolder([
      "App.xcdatamodeld/App 1.0.xcdatamodel/contents": Self.model,
      "App.xcdatamodeld/App 1.1.xcdatamodel/contents": Self.model,
      "App.xcdatamodeld/.xccurrentversion": current,
    ]) { folder in
      let bundle = try ModelBundle(at: folder.appendingPathComponent("App.xcdatamodeld"))
      #expect(bundle.currentVersionName == "App 1.0")
    }
  }

  @Test func versionsAreListedByTheNumbersInTheirNames() throws {
    try Samples.withFolder([
      "App.xcdatamodeld/App 10.xcdatamodel/contents": Self.model,
      "App.xcdatamodeld/App 9.xcdatamodel/contents": Self.model,
      "App.xcdatamodeld/App.xcdatamodel/contents": Self.model,
    ]) { folder in
      let bundle = try ModelBundle(at: folder.appendingPathComponent("App.xcdatamodeld"))
      #expect(bundle.versions.map(\.name) == ["App", "App 9", "App 10"])
      #expect(bundle.currentVersionName == "App")  // R-MOD-202
    }
  }

  @Test func theOnlyVersionIsCurrent() throws {  // R-MOD-202
    try Samples.withFolder(["App.xcdatamodeld/First.xcdatamodel/contents": Self.model]) { folder in
      let bundle = try ModelBundle(at: folder.appendingPathComponent("App.xcdatamodeld"))
      #expect(bundle.currentVersionName == "First")
    }
  }

  @Test func severalVersionsWithoutACurrentOneAreAnError() throws {  // R-MOD-202
    let failure = try failure(
      [
        "App.xcdatamodeld/A.xcdatamodel/contents": Self.model,
        "App.xcdatamodeld/B.xcdatamodel/contents": Self.model,
      ], "App.xcdatamodeld")
    #expect(failure?.description.contains("versions are 'A', 'B'") == true)
  }

  @Test func aCurrentVersionThatIsMissingIsAnError() throws {
    let failure = try failure(
      [
        "App.xcdatamodeld/A.xcdatamodel/contents": Self.model,
        "App.xcdatamodeld/.xccurrentversion": Self.current("B.xcdatamodel"),
      ], "App.xcdatamodeld")
    #expect(failure?.description.contains("there is no version 'B'") == true)
  }

  @Test(arguments: ["Solo.xcdatamodel", "Solo.xcdatamodel/contents"])
  func aSingleVersionIsAModel(path: String) throws {  // R-MOD-204, R-MOD-012
    try Samples.withFolder(["Solo.xcdatamodel/contents": Self.model]) { folder in
      let document = try ModelReader.read(at: folder.appendingPathComponent(path)).validDocument()
      #expect(document.name == "Solo")
      #expect(document.entities.map(\.name) == ["A"])
    }
  }

  @Test func anyXMLFileMayBeAModel() throws {  // R-MOD-012
    try Samples.withFolder(["plain.xml": Self.model]) { folder in
      let document = try ModelReader.read(at: folder.appendingPathComponent("plain.xml"))
        .validDocument()
      #expect(document.name == "plain")
    }
  }

  @Test func aBinaryModelIsUnsupported() throws {  // R-MOD-203
    let failure = try failure(
      ["Old.xcdatamodel/elements": "bplist00", "Old.xcdatamodel/layout": "bplist00"],
      "Old.xcdatamodel")
    #expect(failure?.description.contains("unsupported legacy model format") == true)
  }

  @Test func aBinaryOldVersionDoesNotSpoilTheCurrentOne() throws {
    let failure = try failure(
      [
        "App.xcdatamodeld/A.xcdatamodel/elements": "bplist00",
        "App.xcdatamodeld/B.xcdatamodel/contents": Self.model,
        "App.xcdatamodeld/.xccurrentversion": Self.current("B.xcdatamodel"),
      ], "App.xcdatamodeld")
    #expect(failure == nil)
  }

  @Test func aMissingModelIsUnreadable() throws {
    let failure = try failure([:], "Nowhere.xcdatamodeld")
    #expect(failure?.description.contains("no such file or folder") == true)
  }

  @Test func aBundleWithoutVersionsIsNoModel() throws {
    let failure = try failure(["App.xcdatamodeld/readme.txt": ""], "App.xcdatamodeld")
    #expect(failure?.description.contains("holds no '.xcdatamodel' version") == true)
  }
}
