// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Two versions of a model, of which one comes out of the other.
typealias ModelPair = (source: NSManagedObjectModel, destination: NSManagedObjectModel)

/// Looks for the mapping model between two versions of a model (R-PSC-530).
struct MappingSearch {
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel

  init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
    self.source = source
    self.destination = destination
  }

  /// Returns the entity mappings of the first model that fits, by its hashes before others; nil for none. Files that
  /// cannot be read are left out, with a warning.
  func mappings(in bundles: [Bundle]?) -> [NSEntityMapping]? {
    for model in MappingRegistry.all {
      if let mappings = model.entityMappings, fits(mappings) { return mappings }
    }
    var unsure: [NSEntityMapping]?
    for file in ResourceFiles.urls(in: bundles, withExtensions: MappingFile.extensions) {
      guard let mappings = mappings(in: file) else { continue }
      if mappings.allSatisfy({ $0.hasSourceHash && $0.hasDestinationHash }) { return mappings }
      unsure = unsure ?? mappings
    }
    return unsure
  }

  private func mappings(in file: URL) -> [NSEntityMapping]? {
    do {
      return try MappingFile(file).mappings(for: (source, destination)).flatMap {
        fits($0) ? $0 : nil
      }
    } catch {
      Log.warning("\(error.localizedDescription)")
      return nil
    }
  }

  /// Returns true if mappings are for entities of these versions. Without any hash they must be for all
  /// entities of both.
  func fits(_ mappings: [NSEntityMapping]) -> Bool {
    guard !mappings.isEmpty else { return false }
    let sources = mappings.compactMap { end($0.sourceEntityName, $0.sourceEntityVersionHash) }
    let destinations = mappings.compactMap {
      end($0.destinationEntityName, $0.destinationEntityVersionHash)
    }
    return covers(source, sources) && covers(destination, destinations)
  }

  private struct End {
    let name: String
    let hash: Data?
  }

  private func end(_ name: String?, _ hash: Data?) -> End? {
    name.map { End(name: $0, hash: hash) }
  }

  private func covers(_ model: NSManagedObjectModel, _ ends: [End]) -> Bool {
    let known = model.entityVersionHashesByName
    guard
      ends.allSatisfy({ known[$0.name] != nil && ($0.hash == nil || $0.hash == known[$0.name]) })
    else { return false }
    if ends.contains(where: { $0.hash != nil }) { return true }
    let concrete = model.entities.filter { !$0.isAbstract }.compactMap(\.name)
    return Set(ends.map(\.name)).isSuperset(of: concrete)
  }
}

extension NSEntityMapping {
  /// False if a hash is missing that says of which version the source's entity is.
  var hasSourceHash: Bool { sourceEntityName == nil || sourceEntityVersionHash != nil }
  /// False if a hash is missing that says of which version the destination's entity is.
  var hasDestinationHash: Bool {
    destinationEntityName == nil || destinationEntityVersionHash != nil
  }
}

/// Files among the resources of bundles.
enum ResourceFiles {
  /// Returns files by their names. Of the program's own bundle, and of those of packages beside it, if
  /// none are named.
  static func urls(in bundles: [Bundle]?, withExtensions extensions: [String]) -> [URL] {
    guard let bundles, !bundles.isEmpty else {
      let main = Bundle.main.resourceURL.map { [$0] } ?? []
      let beside = main.flatMap(contents).filter {
        ["resources", "bundle"].contains($0.pathExtension)
      }
      return (main + beside).flatMap { files(in: $0, extensions) }
    }
    return bundles.compactMap(\.resourceURL).flatMap { files(in: $0, extensions) }
  }

  private static func files(in folder: URL, _ extensions: [String]) -> [URL] {
    contents(of: folder).filter { extensions.contains($0.pathExtension) }
  }

  private static func contents(of folder: URL) -> [URL] {
    // A folder that cannot be listed has no files.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }
}
