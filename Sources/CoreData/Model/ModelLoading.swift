// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelChecking
import ModelFormat

/// Finds and reads model files.
enum ModelLoading {
  private static let extensions = ["xcdatamodeld", "xcdatamodel", "momd", "mom"]

  /// The document of a model, at the URL itself or, for the name of a compiled model, at the
  /// source bundle inside or beside it.
  static func document(at url: URL) throws -> ModelDocument {
    do {
      return try ModelReader.document(at: source(for: url))
    } catch {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: error.description, userInfo: [NSURLErrorKey: url])
    }
  }

  /// The models of the bundles, or of the main bundle, in the order of their files' names.
  static func models(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
    sources(in: bundles).compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// Every version of every model of the bundles. Versions that cannot be read are left out.
  static func allVersions(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
    sources(in: bundles).flatMap { source -> [NSManagedObjectModel] in
      versions(at: source).compactMap { NSManagedObjectModel(contentsOf: $0.contents) }
    }
  }

  private static func versions(at url: URL) -> [ModelVersion] {
    do {
      return try ModelBundle(at: source(for: url)).versions
    } catch {
      Log.warning("Cannot read the models at \(url.path): \(error.description)")
      return []
    }
  }

  // MARK: - Finding

  /// Where the source of a model is: `X.momd` stands for `X.xcdatamodeld`, and `X.momd/V.mom` for
  /// its version `V.xcdatamodel`.
  private static func source(for url: URL) -> URL {
    candidates(for: url).first { FileManager.default.fileExists(atPath: $0.path) } ?? url
  }

  private static func candidates(for url: URL) -> [URL] {
    let stem = url.deletingPathExtension()
    let name = stem.lastPathComponent
    switch url.pathExtension {
    case "momd":
      return [
        url.appendingPathComponent("\(name).xcdatamodeld"),
        stem.appendingPathExtension("xcdatamodeld"), stem.appendingPathExtension("xcdatamodel"),
      ]
    case "mom":
      let folder = url.deletingLastPathComponent()
      let bundle = folder.deletingPathExtension().appendingPathExtension("xcdatamodeld")
      let beside = [
        stem.appendingPathExtension("xcdatamodel"), stem.appendingPathExtension("xcdatamodeld"),
      ]
      let inside = [bundle.appendingPathComponent("\(name).xcdatamodel")]
      return folder.pathExtension == "momd" ? inside + beside : beside
    default:
      return [url]
    }
  }

  /// Model files of the bundles. When the main bundle is asked and has none, the resource bundles
  /// beside the program are searched too, which is where packages put theirs.
  private static func sources(in asked: [Bundle]?) -> [URL] {
    // Foundation lists no bundles on Linux: `Bundle.allBundles` is empty.
    let bundles = asked?.isEmpty == true ? nil : asked
    let folders = (bundles ?? [.main]).compactMap(\.resourceURL)
    let found = folders.flatMap(models(in:))
    guard found.isEmpty, bundles == nil else { return found }
    return folders.flatMap { contents(of: $0) }
      .filter { ["resources", "bundle"].contains($0.pathExtension) }
      .flatMap(models(in:))
  }

  /// The models of a folder, each name once.
  private static func models(in folder: URL) -> [URL] {
    let files = contents(of: folder)
    var names: Set<String> = []
    return extensions.flatMap { pathExtension in
      files.filter { $0.pathExtension == pathExtension }
    }.filter { names.insert($0.deletingPathExtension().lastPathComponent).inserted }
  }

  private static func contents(of folder: URL) -> [URL] {
    // A folder that cannot be listed holds no models.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }
}
