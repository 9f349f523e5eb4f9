// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import ModelFormat

/// `coredata store model FILE [--output X.xcdatamodeld]`
struct StoreModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Write the model that is kept in a store as a model file.",
    discussion: """
      Stores of this library and of Apple's framework keep the model that they were made with.       Without --output its XML is printed. Nothing that exists is overwritten.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(
    name: [.short, .long], help: "The bundle to write, called NAME.xcdatamodeld.",
    completion: .directory)
  var output: String?

  func validate() throws {
    guard let output else { return }
    if URL(fileURLWithPath: output).pathExtension != "xcdatamodeld" {
      throw ValidationError("'\(output)' is not called NAME.xcdatamodeld")
    }
  }

  func run() throws {
    let store = try StoreArgument.existing(file)
    let model = try StoredModelFile.model(in: store)
    let bundle = output.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let name = (bundle ?? store).deletingPathExtension().lastPathComponent
    let document = ModelDocument(model, name: name)
    guard let bundle else { return Terminal.print(ModelWriter.xml(document)) }
    if FileManager.default.fileExists(atPath: bundle.path) {
      throw ToolFailure("\(bundle.path) exists already; nothing was written")
    }
    do throws(ModelFormatError) {
      try ModelWriter.write(document, toBundle: bundle)
    } catch {
      throw ToolFailure(error.description)
    }
    Terminal.print(bundle.path)
  }
}

/// The model of a store that is named on the command line.
enum StoredModelFile {
  /// Returns the model in a store.
  static func model(in store: URL) throws -> NSManagedObjectModel {
    do {
      return try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store)
    } catch {
      throw ToolFailure(error.localizedDescription)
    }
  }

  /// Returns the model at a path, or without one the one in the store; ready for a coordinator.
  static func model(at path: String?, store: URL) throws -> NSManagedObjectModel {
    if let path { return try ModelFile.model(at: path) }
    // A file that is no store is called so before anybody is asked for its model.
    _ = try StoreFileReport.inspect(store)
    let model: NSManagedObjectModel
    do { model = try self.model(in: store) } catch let failure as ToolFailure {
      throw ToolFailure("\(failure.message) Name the model with --model.")
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    return model
  }
}
