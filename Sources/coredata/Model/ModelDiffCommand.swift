// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata model diff FORMER PRESENT [--configuration NAME] [--json]`
struct ModelDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "Say in what two versions of a model differ, and whether stores migrate by themselves.",
    discussion: """
      A version is an .xcdatamodel, or the current one of an .xcdatamodeld. What is renamed is told \
      by renaming identifiers. Exit status 1 when a store of the former version cannot be migrated \
      by itself.
      """)

  @Argument(help: "The model that stores were made with.", completion: .file())
  var former: String

  @Argument(help: "The model that they are to be opened with.", completion: .file())
  var present: String

  @Option(help: "Only the entities of this configuration.")
  var configuration: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let models = try [former, present].map(ModelFile.model)
    for (model, path) in zip(models, [former, present]) { try requireConfiguration(model, path) }
    let difference = ModelDifference(
      from: models[0], to: models[1], configuration: configuration)
    Terminal.print(json ? try difference.json.text(isPretty: true) : difference.description)
    if difference.needsMigration, !difference.obstacles.isEmpty { throw ExitCode(1) }
  }

  private func requireConfiguration(_ model: NSManagedObjectModel, _ path: String) throws {
    guard model.entities(forConfigurationName: configuration) == nil else { return }
    throw ToolFailure("\(path) has no configuration named \(configuration ?? "")")
  }
}

extension ModelDifference {
  /// The entities that differ, and what that means for stores.
  var json: JSONValue {
    let list: [JSONValue] = entities.map { entity in
      [
        "name": .string(entity.name), "change": .string("\(entity.kind)"),
        "formerName": JSONValue(entity.formerName),
        "changes": .array(entity.changes.map { .string($0) }),
        "isOtherVersion": .bool(entity.isOtherVersion), "objects": JSONValue(entity.objectCount),
      ]
    }
    return [
      "entities": .array(list), "needsMigration": .bool(needsMigration),
      "isInferable": .bool(obstacles.isEmpty),
      "obstacles": .array(obstacles.map { .string($0) }),
    ]
  }
}
