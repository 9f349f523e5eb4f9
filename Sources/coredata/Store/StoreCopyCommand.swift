// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store copy SOURCE DESTINATION [--model PATH] [--type T] [--replace] [--json]`
struct StoreCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a store into a new one of any type.",
    discussion: """
      Every object keeps its number; the copy has a UUID of its own. It is compared with the \
      original, entity by entity, before it takes its place. The source is opened for reading only, \
      with the model that is kept in it unless --model names another.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var source: String

  @Argument(help: "The file to make.", completion: .file())
  var destination: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Option(
    help: """
      The type of the copy: sqlite, lmdb and others that write files. By default as the \
      destination's extension says, else the type of the source.
      """)
  var type: String?

  @Flag(help: "Replace a file that is there.")
  var replace = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let file = URL(fileURLWithPath: destination)
    let stack = try ReadingStack(store: StoreArgument.existing(source), model: model)
    let store = stack.coordinator.persistentStores[0]
    let type = try StoreTypeName.type(named: type, file: file, original: store.type)
    try requireFree(file)
    let begin = ContinuousClock.now
    let copy = try WatchedProgress.run("Copying") {
      try stack.coordinator.migratePersistentStore(store, to: file, withType: type)
    }
    let outcome = StoreCopyOutcome(
      source: source, destination: destination, type: type, identifier: copy.identifier ?? "",
      entities: try stack.entities.filter { !$0.isAbstract }.map {
        ($0.name ?? "", try stack.count(of: $0))
      }, duration: begin.duration(to: .now), peakMemory: PeakMemory.bytes)
    Terminal.print(json ? [try outcome.json.text(isPretty: true)] : outcome.lines)
  }

  private func requireFree(_ file: URL) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)  // missing: free
    let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
    guard attributes != nil, size > 0, !replace else { return }
    throw ToolFailure("\(file.path) is there already; --replace replaces it")
  }
}
