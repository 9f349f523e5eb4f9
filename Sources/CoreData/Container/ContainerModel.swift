// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a container finds its model and puts its stores.
enum ContainerModel {
  /// Returns the model of a name in the program's bundles, else the one that was compiled into the
  /// program; an empty one, with a warning that says where it was looked for, without either.
  static func named(_ name: String) -> NSManagedObjectModel {
    let bundles = [Bundle.main] + nestedBundles()
    for bundle in bundles {
      for kind in ["momd", "xcdatamodeld", "xcdatamodel", "mom"] {
        if let url = bundle.url(forResource: name, withExtension: kind),
          let model = NSManagedObjectModel(contentsOf: url)
        {
          return model
        }
      }
    }
    if let model = EmbeddedModels.model(named: name) { return model }
    let places = bundles.map { $0.resourceURL?.path ?? $0.bundlePath }.joined(separator: ", ")
    Log.warning(
      "Failed to load model named \(name): there is no \(name).xcdatamodeld, .xcdatamodel, .momd or "
        + ".mom that can be read in \(places), and no model of that name was compiled into the "
        + "program. The container has an empty model.")
    return NSManagedObjectModel()
  }

  /// The resource bundles of packages lie beside the executable.
  private static func nestedBundles() -> [Bundle] {
    let folder = Bundle.main.bundleURL
    let contents = try? FileManager.default.contentsOfDirectory(  // an unreadable folder has none
      at: folder, includingPropertiesForKeys: nil)
    return (contents ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
      .compactMap { Bundle(url: $0) }
  }

  /// `$XDG_DATA_HOME/PROGRAM` or `~/.local/share/PROGRAM`; made when it is missing.
  static func defaultDirectory() -> URL {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    let folder = base.appendingPathComponent(program, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    } catch {
      Log.warning("\(folder.path) cannot be made; stores lie in the temporary folder.")
      return FileManager.default.temporaryDirectory
    }
  }
}
