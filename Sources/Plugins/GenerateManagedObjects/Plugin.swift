// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PackagePlugin

/// Generates managed object classes from the models in a target's folder, and accessors for the
/// `@NSManaged` declarations in its sources.
///
/// Each model gives exactly one file, `<Model>+ManagedObjects.swift`, and the sources one,
/// `<Module>+ManagedAccessors.swift`, so that outputs are known before anything is read.
@main
struct GenerateManagedObjects: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let tool = try context.tool(named: "coredata-codegen").url
    let models = models(in: target.directoryURL.resolvingSymlinksInPath())
    let sources = sources(of: target)
    let declared = TypeNames(in: models.isEmpty ? [] : sources)
    let classes: [Command] = models.map { model in
      let name = model.deletingPathExtension().lastPathComponent
      let folder = context.pluginWorkDirectoryURL
      return .buildCommand(
        displayName: "Generating managed object classes from \(model.lastPathComponent)",
        executable: tool,
        arguments: [model.path, folder.path, target.moduleName]
          + [identifier(name) + "Model"].filter(declared.contains),
        inputFiles: inputs(of: model),
        outputFiles: [folder.appendingPathComponent("\(name)+ManagedObjects.swift")])
    }
    return classes
      + [accessors(of: target, sources: sources, models: models, context: context, tool: tool)]
  }

  /// The name as generated code has it.
  private func identifier(_ name: String) -> String {
    let letters = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return letters.first?.isNumber == false ? letters : "_" + letters
  }

  private func sources(of target: SwiftSourceModuleTarget) -> [URL] {
    target.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
  }

  /// Modules that this one depends on are named with their folders: their sources are read when a
  /// property has a type of theirs.
  private func accessors(
    of target: SwiftSourceModuleTarget, sources: [URL], models: [URL], context: PluginContext,
    tool: URL
  ) -> Command {
    let file = context.pluginWorkDirectoryURL
      .appendingPathComponent("\(target.moduleName)+ManagedAccessors.swift")
    let dependencies = target.recursiveTargetDependencies
      .compactMap { $0 as? SwiftSourceModuleTarget }
      .flatMap { ["--dependency", $0.moduleName, $0.directoryURL.path] }
    return .buildCommand(
      displayName: "Generating accessors of managed properties in \(target.name)",
      executable: tool,
      arguments: ["managed", target.moduleName, file.path]
        + models.flatMap { ["--model", $0.path] } + dependencies + sources.map(\.path),
      inputFiles: sources + models.flatMap(inputs), outputFiles: [file])
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

/// The names that sources give to types: the registration of a model must not have one of them.
private struct TypeNames {
  private static let kinds: Set<Substring> = [
    "class", "struct", "enum", "actor", "protocol", "typealias",
  ]
  private static let modifiers: Set<Substring> = [
    "open", "public", "package", "internal", "fileprivate", "private", "final", "indirect",
    "nonisolated",
  ]

  private let texts: [String]

  /// A source that cannot be read has none; the compiler says so.
  init(in sources: [URL]) {
    texts = sources.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  /// Returns true if a line declares such a type.
  func contains(_ name: String) -> Bool {
    texts.contains { text in
      text.contains(name)
        && text.split(whereSeparator: \.isNewline).contains { Self.declares(name, $0) }
    }
  }

  private static func declares(_ name: String, _ line: Substring) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace).drop {
      modifiers.contains($0) || $0.hasPrefix("@")
    }
    guard let kind = words.first, kinds.contains(kind), let declared = words.dropFirst().first
    else { return false }
    return declared.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == name
  }
}
