// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PackagePlugin

/// Generates managed object classes from the models in a target's folder.
///
/// Each model gives exactly one file, `<Model>+ManagedObjects.swift`, so that outputs are known
/// before a model is read.
@main
struct GenerateManagedObjects: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let tool = try context.tool(named: "coredata-codegen").url
    return models(in: target.directoryURL.resolvingSymlinksInPath()).map { model in
      let name = model.deletingPathExtension().lastPathComponent
      let folder = context.pluginWorkDirectoryURL
      return .buildCommand(
        displayName: "Generating managed object classes from \(model.lastPathComponent)",
        executable: tool, arguments: [model.path, folder.path, target.moduleName],
        inputFiles: inputs(of: model),
        outputFiles: [folder.appendingPathComponent("\(name)+ManagedObjects.swift")])
    }
  }

  /// The models below a folder, ascending by path; versions inside a bundle are no models of
  /// their own.
  private func models(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var models: [URL] = []
    while let url = files?.nextObject() as? URL {
      guard ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) else { continue }
      files?.skipDescendants()
      models.append(url)
    }
    return models.sorted { $0.path < $1.path }
  }

  /// Every file of the bundle that decides what is generated: the choice of the current version,
  /// and the versions.
  private func inputs(of model: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil)
    var inputs: [URL] = []
    while let url = files?.nextObject() as? URL {
      if ["contents", ".xccurrentversion"].contains(url.lastPathComponent) { inputs.append(url) }
    }
    return inputs.sorted { $0.path < $1.path }
  }
}
