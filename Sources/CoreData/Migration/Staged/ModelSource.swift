// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a referenced model is.
enum ModelSource {
  case model(NSManagedObjectModel)
  case file(URL)
  case named(String, Bundle?)
  case hashes([String: Data], Bundle?)

  var bundle: Bundle? {
    switch self {
    case .model, .file: nil
    case .named(_, let bundle), .hashes(_, let bundle): bundle
    }
  }

  var text: String {
    switch self {
    case .model: "a model"
    case .file(let url): "the model at \(url.path)"
    case .named(let name, let bundle): "the model \(name) in \(ModelSource.place(bundle))"
    case .hashes(let hashes, let bundle):
      "the model of the entities \(hashes.keys.sorted().joined(separator: ", ")) in "
        + ModelSource.place(bundle)
    }
  }

  private static func place(_ bundle: Bundle?) -> String { (bundle ?? .main).bundlePath }

  /// Returns the model; throws 134504 when there is none with the checksum.
  func model(withChecksum checksum: String) throws -> NSManagedObjectModel {
    let candidates = candidates
    if let model = candidates.first(where: { $0.versionChecksum == checksum }) { return model }
    let found = candidates.map(\.versionChecksum).joined(separator: ", ")
    throw CocoaError.make(
      .managedObjectModelReferenceNotFound,
      reason: "There is no version with the checksum \(checksum) of \(text): "
        + (candidates.isEmpty
          ? "it is not there, or cannot be read." : "what is there has \(found)."))
  }

  private var candidates: [NSManagedObjectModel] {
    switch self {
    case .model(let model): [model]
    case .file(let url): ModelFiles.models(at: url)
    case .named(let name, let bundle):
      ModelFiles.folders(of: bundle).flatMap { ModelFiles.models(named: name, in: $0) }
    case .hashes(let hashes, let bundle):
      ModelLoading.allVersions(in: bundle.map { [$0] }).filter {
        $0.entityVersionHashesByName == hashes
      }
    }
  }
}

/// The versions of models in files.
enum ModelFiles {
  /// Where the models of a bundle are; for the program's also where its packages have theirs.
  static func folders(of bundle: Bundle?) -> [URL] {
    let own = (bundle ?? .main).resourceURL.map { [$0] } ?? []
    guard bundle == nil || bundle == .main else { return own }
    let nested = own.flatMap(contents).filter {
      ["resources", "bundle"].contains($0.pathExtension)
    }
    return own + nested
  }

  /// Returns every version at a URL: of a folder of versions all, else the one.
  static func models(at url: URL) -> [NSManagedObjectModel] {
    versions(at: url).compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// Returns the versions of the model of a name in a folder, and of other models there the versions of
  /// that name.
  static func models(named name: String, in folder: URL) -> [NSManagedObjectModel] {
    let files = contents(folder)
    let named = files.filter { file in
      isModel(file) && file.deletingPathExtension().lastPathComponent == name
    }
    let inside = files.filter { versionExtensions[$0.pathExtension] != nil }
      .flatMap(versions).filter { $0.deletingPathExtension().lastPathComponent == name }
    return named.flatMap(models(at:)) + inside.compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// By the extension of a folder of versions, that of the versions.
  private static let versionExtensions = ["xcdatamodeld": "xcdatamodel", "momd": "mom"]

  private static func isModel(_ url: URL) -> Bool {
    ["xcdatamodeld", "momd", "xcdatamodel", "mom"].contains(url.pathExtension)
  }

  private static func versions(at url: URL) -> [URL] {
    guard let end = versionExtensions[url.pathExtension] else { return [url] }
    let inside = contents(url).filter { $0.pathExtension == end }
    guard inside.isEmpty, url.pathExtension == "momd" else { return inside }
    // The name of a compiled model stands for its source.
    let name = url.deletingPathExtension().lastPathComponent
    let sources = [url, url.deletingLastPathComponent()].map {
      $0.appendingPathComponent("\(name).xcdatamodeld")
    }
    return sources.flatMap(versions)
  }

  private static func contents(_ folder: URL) -> [URL] {
    // A folder that cannot be listed holds no models.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }
}
