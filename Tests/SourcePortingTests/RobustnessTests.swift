// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import SourcePorting
import Testing

/// Any text can be ported, and the page says what the topics mean.
@Suite struct RobustnessTests {
  private static let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: ["Journal", "JournalEntry+CoreDataClass", "JournalEntry+CoreDataProperties"])
  func aSourceMayEndAnywhere(name: String) throws {
    let bytes = Array(try Self.read("Tests/PortedSourceTests/Original/\(name).swift.txt").utf8)
    for end in stride(from: 0, to: bytes.count, by: 11) {
      let once = Porting(String(decoding: bytes[..<end], as: UTF8.self))
      #expect(Porting(once.text).source.edits.isEmpty, "cut after \(end) bytes")
    }
  }

  @Test(
    arguments: [
      "", "@", "@objc", "@objc(", "#keyPath", "#keyPath(", "#keyPath()", "#selector", "}}})",
      "((({{{",
      "import", "import .", "extension", "class A<", "class A: ", "\"\\(", "#\"\\#(\"", "init(",
      "/*",
      "class A: NSManagedObject { init", "#if", "#else", "#endif\n#endif", "@objc protocol P {",
      "\u{FEFF}@objc class A {}", "let 🦜 = #keyPath(Ä.ö)", "@objc class A { override",
      "as! NSFetchRequest<",
    ])
  func whatIsNoProgramIsNoTrap(text: String) {
    let once = Porting(text)
    #expect(Porting(once.text).source.edits.isEmpty)
    #expect(UnifiedDiff(once.source, name: "a").text.isEmpty == once.source.edits.isEmpty)
  }

  @Test func thePageHasASectionOnEachTopic() throws {
    let page = try Self.read("docs/porting.md")
    for topic in RemainderTopic.allCases { #expect(page.contains("\n### \(topic.rawValue)\n")) }
    for topic in EditTopic.allCases { #expect(page.contains("| `\(topic.rawValue)` |")) }
  }
}
