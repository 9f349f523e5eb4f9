// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// The command around a port: which files, how they are written, what is told.
@Suite struct PortTests {
  private static let person = "import CoreData\n\n@objc(Person)\nclass Person: NSManagedObject {}\n"
  private static let ported = "import CoreData\n\nclass Person: NSManagedObject {}\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ path: String, _ text: String = person) throws -> URL {
    let url = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url
  }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test func aPortChangesFilesOnce() throws {
    let files = try ["A.swift", "Model/B.swift"].map { try make($0) }
    let first = try Tool.run("port", folder.path)
    #expect(first.status == 0)
    #expect(first.output.contains("2 of 2 sources changed."))
    #expect(first.output.contains("objc-attribute       2"))
    #expect(first.output.contains("Nothing is left to do."))
    #expect(try files.map(text) == [Self.ported, Self.ported])
    let second = try Tool.run("port", folder.path)
    #expect(second.status == 0)
    #expect(second.output.contains("0 of 2 sources changed."))
  }

  @Test func aDryRunShowsTheChangesAndMakesNone() throws {
    let file = try make("Model/A.swift")
    let outcome = try Tool.run("port", folder.path, "--dry-run")
    #expect(outcome.status == 3)
    #expect(outcome.output.hasPrefix("--- a/Model/A.swift\n+++ b/Model/A.swift\n@@ -1,4 +1,3 @@\n"))
    #expect(outcome.output.contains("\n-@objc(Person)\n"))
    #expect(outcome.output.contains("1 of 1 source would be changed."))
    #expect(try text(file) == Self.person)
    #expect(try folder.contents() == ["Model"])
  }

  @Test func whatIsLeftIsATableAndAStatus() throws {
    _ = try make("A.swift", "extension A {\n  override func f() {}\n}\n")
    let outcome = try Tool.run("port", folder.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("Left to do: 1 place"))
    #expect(
      outcome.output.contains("A.swift:2  override-in-extension  'f' overrides in an extension"))
    #expect(outcome.complaint.isEmpty)
  }

  @Test func theReportIsOneObject() throws {
    _ = try make("A.swift", "@objc class A {\n  dynamic var b = #keyPath(A.c)\n}\n")
    let outcome = try Tool.run("port", folder.path, "--json")
    #expect(outcome.status == 3)
    let report = try outcome.json()
    #expect(report["dryRun"] as? Bool == false)
    #expect(report["sources"] as? Int == 1)
    let changed = try #require(report["changed"] as? [[String: Any]])
    let edits = try #require(changed.first?["edits"] as? [[String: Any]])
    #expect(edits.map { $0["topic"] as? String } == ["objc-attribute", "key-path"])
    #expect(edits.last?["from"] as? String == "#keyPath(A.c)")
    #expect(edits.last?["to"] as? String == "\"c\"")
    #expect(edits.last?["line"] as? Int == 2)
    let remaining = try #require(report["remaining"] as? [[String: Any]])
    #expect(remaining.map { $0["topic"] as? String } == ["dynamic"])
    #expect(remaining.first?["file"] as? String == "A.swift")
    #expect((report["failures"] as? [Any])?.isEmpty == true)
  }

  @Test func whatIsNotTheProgramsOwnStays() throws {
    let files = try [
      ".build/A.swift", ".git/A.swift", "Pods/A.swift", "App/Carthage/A.swift", "App/.hidden.swift",
      "DerivedData/A.swift", "Notes.txt",
    ].map { try make($0) }
    let outcome = try Tool.run("port", folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("0 of 0 sources changed."))
    for file in files { #expect(try text(file) == Self.person) }
  }

  @Test func marksEndsOfLinesAndPermissionsStay() throws {
    let file = try make("A.swift", "\u{FEFF}@objc\r\nclass A {} // é\r\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let untouched = try make("B.swift", "\u{FEFF}class B {}\r\n")
    let before = try FileManager.default.attributesOfItem(atPath: untouched.path)
    #expect(try Tool.run("port", folder.path).status == 0)
    #expect(try Data(contentsOf: file) == Data("\u{FEFF}class A {} // é\r\n".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let after = try FileManager.default.attributesOfItem(atPath: untouched.path)
    #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
    #expect(try folder.contents() == ["A.swift", "B.swift"])
  }

  @Test func filesThatAreNoTextInUTF8AreNamed() throws {
    let latin = try folder.file("Latin.swift", Data([0x2F, 0x2F, 0xE9, 0x0A]))
    let wide = try #require("@objc class A {}".data(using: .utf16LittleEndian))
    try folder.file("Wide.swift", wide)
    let good = try make("Good.swift")
    let outcome = try Tool.run("port", folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Latin.swift  is not text in UTF-8"))
    #expect(outcome.output.contains("Wide.swift   is not text in UTF-8"))
    #expect(outcome.complaint == "coredata: 2 files could not be ported\n")
    #expect(try text(good) == Self.ported)
    #expect(try Data(contentsOf: latin).count == 4)
  }

  @Test func linksLeadNowhere() throws {
    let other = try TemporaryFolder()
    let outside = try other.file("Outside.swift", Self.person)
    let inside = try make("Inside.swift")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("Link.swift"), withDestinationPath: "Inside.swift")
    try files.createSymbolicLink(atPath: folder.path("Away"), withDestinationPath: other.path)
    try files.createSymbolicLink(atPath: folder.path("Loop"), withDestinationPath: ".")
    let outcome = try Tool.run("port", folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("1 of 1 source changed."))
    #expect(outcome.output.contains("Away  is a link to \(other.path), outside of the folder"))
    #expect(try text(outside) == Self.person)
    #expect(try text(inside) == Self.ported)
    let type = try files.attributesOfItem(atPath: folder.path("Link.swift"))[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func oneSourceIsPortedByItself() throws {
    let file = try make("A.swift")
    #expect(try Tool.run("port", file.path).status == 0)
    #expect(try text(file) == Self.ported)
  }

  @Test func whatIsNotThereIsAnError() throws {
    #expect(try Tool.run("port", folder.path("none")).complaint.contains("there is no"))
    let note = try make("note.txt")
    let outcome = try Tool.run("port", note.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("is no Swift source"))
  }
}
