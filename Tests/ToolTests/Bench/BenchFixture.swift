// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A folder with a model, and the tool run on it.
struct BenchFixture {
  let folder: TemporaryFolder
  let model: String

  init(_ xml: String) throws {
    folder = try TemporaryFolder()
    let bundle = folder.url.appendingPathComponent("Test.xcdatamodel", isDirectory: true)
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(xml.utf8).write(to: bundle.appendingPathComponent("contents"))
    model = bundle.path
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("work"), withIntermediateDirectories: true)
  }

  func run(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["bench", model, "--dir", folder.path("work")] + options)
  }

  /// What is left where the stores lay.
  func litter() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("work"))
  }
}

/// What `--json` says.
struct BenchReport {
  let json: [String: Any]

  init(_ outcome: Tool.Outcome) throws { json = try outcome.json() }

  var parts: [[String: Any]] { json["parts"] as? [[String: Any]] ?? [] }

  func counts(_ part: Int = 0) -> [String: Int] {
    let entities = parts[part]["entities"] as? [[String: Any]] ?? []
    return Dictionary(
      entities.compactMap { entity in
        (entity["name"] as? String).map { ($0, entity["objects"] as? Int ?? -1) }
      }
    ) { first, _ in first }
  }

  func notes(_ part: Int = 0) -> [String] { parts[part]["notes"] as? [String] ?? [] }

  func results(_ part: Int = 0) -> [[String: Any]] {
    parts[part]["results"] as? [[String: Any]] ?? []
  }

  /// The cases that a backend did.
  func cases(of store: String, _ part: Int = 0) -> [String] {
    results(part).filter { $0["store"] as? String == store }.compactMap { $0["case"] as? String }
  }

  func advice(_ part: Int = 0) -> (backend: String?, reasons: String) {
    let advice = parts[part]["recommendation"] as? [String: Any] ?? [:]
    let reasons = advice["reasons"] as? [String] ?? []
    return (advice["backend"] as? String, reasons.joined(separator: " "))
  }
}
