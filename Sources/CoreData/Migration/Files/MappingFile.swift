// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// A mapping model in a file, compiled or as its source (R-MOD-320, R-MOD-321).
struct MappingFile {
  static let extensions = ["cdm", "xcmappingmodel"]
  /// A bound for hostile files, far beyond any mapping model.
  private static let greatestSize = 64 << 20

  private let url: URL

  init(_ url: URL) { self.url = url }

  /// Reads the entity mappings.
  ///
  /// - Throws: `fileReadNoSuchFile` and `fileReadCorruptFile`, with file and reason.
  func mappings() throws -> [NSEntityMapping] { try read(for: nil) ?? [] }

  /// Reads the entity mappings, unless the file says that they are for other versions.
  ///
  /// - Throws: as ``mappings()``.
  func mappings(for versions: ModelPair) throws -> [NSEntityMapping]? { try read(for: versions) }

  private func read(for versions: ModelPair?) throws -> [NSEntityMapping]? {
    let data = try content()
    do {
      guard !data.starts(with: Data("bplist".utf8)) else {
        return try CompiledMapping(try ArchivedGraph(reading: data)).mappings()
      }
      let source = try MappingSource(try MappingRecords(data))
      let mappings = try source.mappings(unlessHeld: versions)
      addHashes(to: mappings, of: source)
      return versions.map { source.mayBe(for: $0, mappings) } ?? true ? mappings : nil
    } catch {
      throw failure("\(error)")
    }
  }

  /// A source names the versions that it is for: those that lie beside it tell their hashes.
  private func addHashes(to mappings: [NSEntityMapping], of source: MappingSource) {
    let former = model(at: source.modelPaths.source)?.entityVersionHashesByName ?? [:]
    let present = model(at: source.modelPaths.destination)?.entityVersionHashesByName ?? [:]
    for mapping in mappings {
      if mapping.sourceEntityVersionHash == nil {
        mapping.sourceEntityVersionHash = mapping.sourceEntityName.flatMap { former[$0] }
      }
      if mapping.destinationEntityVersionHash == nil {
        mapping.destinationEntityVersionHash = mapping.destinationEntityName.flatMap { present[$0] }
      }
    }
  }

  /// Returns the version of a path in a project, `…/X.xcdatamodeld/V.xcdatamodel`, whose bundle lies
  /// beside the file.
  private func model(at path: String?) -> NSManagedObjectModel? {
    guard let parts = path?.split(separator: "/").suffix(2), parts.count == 2 else { return nil }
    let place = parts.reduce(url.deletingLastPathComponent()) {
      $0.appendingPathComponent(String($1))
    }
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    return NSManagedObjectModel(contentsOf: place)
  }

  private func content() throws -> Data {
    var place = url
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw CocoaError.make(
        .fileReadNoSuchFile, reason: "There is no mapping model at \(url.path).",
        userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
    }
    if isFolder.boolValue { place.appendPathComponent("xcmapping.xml") }
    do {
      let size = try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int ?? 0
      guard size <= Self.greatestSize else { throw ArchivedGraph.Damage("it has \(size) bytes") }
      return try Data(contentsOf: place)
    } catch {
      throw failure(error.localizedDescription)
    }
  }

  private func failure(_ reason: String) -> CocoaError {
    CocoaError.make(
      .fileReadCorruptFile, reason: "The mapping model \(url.path) cannot be read: \(reason).",
      userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }
}
