// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// The examples in the comments of the public API are code that compiles and runs: each stands in a
/// source of this folder too, between `// example` and `// example end`.
struct ExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
  private static let sources = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")
  /// The documentation's catalog.
  static let catalog = sources.appendingPathComponent("CoreData/CoreData.docc")

  private static func text(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func files(_ pathExtension: String, in folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == pathExtension }
  }

  /// The blocks of Swift in the comments of a module, without indentation.
  private static func examples(of module: String) throws -> [String] {
    try files("swift", in: sources.appendingPathComponent(module)).flatMap { file in
      var examples: [String] = []
      var current: [String]?
      for line in try text(of: file).map({ $0.trimmingCharacters(in: .whitespaces) }) {
        guard line.hasPrefix("///") else { continue }
        let line = String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
        if line == "```swift" {
          current = []
        } else if line == "```", let lines = current {
          examples.append(lines.joined(separator: "\n"))
          current = nil
        } else {
          current?.append(line)
        }
      }
      return examples
    }
  }

  /// The regions of this folder's sources, without their common indentation.
  private static func regions() throws -> Set<String> {
    var regions: Set<String> = []
    for file in files("swift", in: folder) {
      var current: [String]?
      for line in try text(of: file) {
        let mark = line.trimmingCharacters(in: .whitespaces)
        if mark == "// example" {
          current = []
        } else if mark == "// example end", let lines = current {
          regions.insert(outdented(lines).joined(separator: "\n"))
          current = nil
        } else {
          current?.append(line)
        }
      }
    }
    return regions
  }

  private static func outdented(_ lines: [String]) -> [String] {
    let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(depth)) }
  }

  /// The same for the Swift of a page in `docs`.
  @Test(arguments: ["seeing-what-happens.md"])
  func everyExampleOfAPageIsCompiled(_ page: String) throws {
    let docs = Self.sources.deletingLastPathComponent().appendingPathComponent("docs")
    let examples = try Self.examples(ofPage: docs.appendingPathComponent(page))
    let regions = try Self.regions()
    #expect(!examples.isEmpty)
    for example in examples {
      let isCompiled = regions.contains(example)
      #expect(isCompiled, "No source in Examples has:\n\(example)")
    }
  }

  /// The blocks of Swift of a page in Markdown.
  private static func examples(ofPage page: URL) throws -> [String] {
    try text(of: page).split(separator: "```swift", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0 != "```" }.joined(separator: "\n") }
  }

  /// The same for the articles of the documentation's catalog.
  @Test func everyExampleOfAnArticleIsCompiled() throws {
    let examples = try Self.files("md", in: Self.catalog).flatMap(Self.examples(ofPage:))
    let regions = try Self.regions()
    #expect(examples.count > 10)
    for example in examples {
      let isCompiled = regions.contains(example)
      #expect(isCompiled, "No source in Examples has:\n\(example)")
    }
  }

  @Test(arguments: ["CoreData", "PredicateLanguage", "UndoManagement"])
  func everyExampleIsCompiled(_ module: String) throws {
    let regions = try Self.regions()
    for example in try Self.examples(of: module) {
      let isCompiled = regions.contains(example)
      #expect(isCompiled, "No source in Examples has:\n\(example)")
    }
  }
}
