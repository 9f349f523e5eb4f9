// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Compiled models, and what is asked of both kinds.
extension ModelLoading {
  /// Fills an empty model from the files at a URL, compiled ones before their source.
  ///
  /// - Throws: 259 with file, entity and property.
  static func fill(_ model: NSManagedObjectModel, from url: URL) throws {
    if let file = try compiledVersion(at: url) {
      try CompiledModelFile(url: file).fill(model)
      model.isRead = true
      return
    }
    let isThere = FileManager.default.fileExists(atPath: source(for: url).path)
    let embedded = isThere ? nil : try EmbeddedModels.document(standingFor: url)
    try ModelBuilder(embedded ?? document(at: url)).build(into: model)
  }

  /// The file of a compiled version, or of the current one of several; nil where there is none.
  private static func compiledVersion(at url: URL) throws -> URL? {
    switch url.pathExtension {
    case "mom": return FileManager.default.fileExists(atPath: url.path) ? url : nil
    case "momd":
      guard let bundle = CompiledBundle(at: url) else { return nil }
      guard let current = bundle.currentVersion else {
        let names = bundle.versions.map(CompiledBundle.name).joined(separator: ", ")
        throw CocoaError.make(
          .fileReadCorruptFile,
          reason: "\(url.path) does not say which of its versions is the current one: \(names).",
          userInfo: [NSURLErrorKey: url])
      }
      return current
    default: return nil
    }
  }

  /// Every version of the model at a URL.
  ///
  /// - Throws: 259 for what is no model.
  static func versions(of url: URL) throws -> [ModelVersion] {
    if url.pathExtension == "momd", let bundle = CompiledBundle(at: url) {
      return bundle.versions.map { ModelVersion(name: CompiledBundle.name(of: $0), contents: $0) }
    }
    if let file = try compiledVersion(at: url) {
      return [ModelVersion(name: CompiledBundle.name(of: file), contents: file)]
    }
    do { return try ModelBundle(at: source(for: url)).versions } catch {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: error.description, userInfo: [NSURLErrorKey: url])
    }
  }

  /// The checksums that a compiled model records of its versions.
  static func recordedChecksums(at url: URL) -> [String: String] {
    guard url.pathExtension == "momd", let bundle = CompiledBundle(at: url) else { return [:] }
    let names = Set(bundle.versions.map(CompiledBundle.name))
    return bundle.checksums.filter { names.contains($0.key) }
  }
}
