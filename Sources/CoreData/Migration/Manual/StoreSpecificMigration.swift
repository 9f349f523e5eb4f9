// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A migration that a manager leaves to the store's engine, by the mapping that the mapping model says as
/// well (R-PSC-583): of a copy of the file, or of the file itself where it is its own destination.
struct StoreSpecificMigration {
  private let manager: NSMigrationManager
  private let source: MigrationEnd
  private let destination: MigrationEnd
  private let engine: any StoreEngine.Type
  private let isInPlace: Bool

  /// Nil for what only goes object by object: other types, a destination that is there already and is not
  /// the source, a mapping model that is not the inferred one.
  init?(
    _ manager: NSMigrationManager, from source: MigrationEnd, to destination: MigrationEnd,
    by mapping: NSMappingModel
  ) {
    isInPlace = StoreLocation.isSame(source.url, destination.url)
    guard manager.usesStoreSpecificMigrationManager, source.type == destination.type,
      // Object by object an unknown type is refused, with the reason.
      case .engine(let engine)? = try? StoreRegistry.kind(of: source.type), engine.needsLocation,
      engine.hasStore(at: source.url), isInPlace || Self.isFree(destination.url),
      mapping.inference(from: manager.sourceModel, to: manager.destinationModel) != nil
    else { return nil }
    self.manager = manager
    self.source = source
    self.destination = destination
    self.engine = engine
  }

  /// True if there is nothing in a folder that is there.
  private static func isFree(_ url: URL) -> Bool {
    url.isFileURL && !FileManager.default.fileExists(atPath: url.path)
      && FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path)
  }

  func run() throws {
    let configuration = try configuration()
    if isInPlace { return try migrate(StoreLocation.standardised(source.url), configuration) }
    guard let place = TransferPlace(beside: destination.url) else { return }
    do {
      try copy(to: place.url)
      try migrate(place.url, configuration)
      try settle(place.url)
    } catch {
      engine.removeFile(at: place.url)
      throw error
    }
  }

  private func copy(to file: URL) throws {
    let access = StoreFileAccess(StoreOptionValues(source.options))
    do { try engine.replace(at: file, withStoreAt: source.url, access) } catch {
      throw source.wrapped(error, as: .migrationManagerSourceStore, "cannot be migrated")
    }
  }

  /// Opens the source as it is opened to be read object by object. Returns the destination's
  /// configuration. Throws 134150.
  private func configuration() throws -> String? {
    let former = MigrationSource(source, of: manager.sourceModel)
    let stack = MigrationStack(manager.sourceModel)
    defer { stack.close() }
    try former.open(in: stack, for: .reading)
    let name = destination.configuration ?? former.configuration
    return name.flatMap { manager.destinationModel.namedConfigurations.contains($0) ? $0 : nil }
  }

  private func migrate(_ file: URL, _ configuration: String?) throws {
    let subject = MigrationSubject(
      url: file, type: destination.type, configuration: configuration,
      options: StoreOptionValues(destination.options),
      givenName: destination.url.lastPathComponent)
    var step = LightweightMigration(
      subject, from: manager.sourceModel, to: manager.destinationModel)
    step.progress = { [manager] state in
      manager.status.advance(to: Float(state.done) / Float(max(state.total, 1)))
      manager.progressHandler?(manager)
      return manager.status.isUncancelled
    }
    do { try step.run() } catch {
      try manager.status.requireRunning()
      throw error
    }
    // What is done in place is done.
    if !isInPlace { try manager.status.requireRunning() }
  }

  private func settle(_ file: URL) throws {
    do { try engine.moveFile(at: file, to: StoreLocation.standardised(destination.url)) } catch {
      throw destination.wrapped(
        error, as: .migrationManagerDestinationStore, "cannot be migrated to")
    }
  }
}

extension NSMappingModel {
  /// Returns the inference for two models if the mapping model is, in all parts, what follows from it.
  final func inference(
    from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) -> MappingInference? {
    let given = entityMappings ?? []
    guard given.allSatisfy({ $0.name?.hasPrefix(InferredMappings.prefix) == true }) else {
      return nil
    }
    let inference = MappingInference(from: source, to: destination)
    guard inference.problems.isEmpty,
      given.map(\.content) == InferredMappings(inference).model.entityMappings.map(\.content)
    else { return nil }
    return inference
  }
}

extension NSEntityMapping {
  /// All that a mapping says, to be compared.
  fileprivate final var content: [String?] {
    let properties = (attributeMappings ?? []) + (relationshipMappings ?? [])
    return [
      name, "\(mappingType.rawValue)", sourceEntityName, destinationEntityName,
      sourceEntityVersionHash?.base64EncodedString(),
      destinationEntityVersionHash?.base64EncodedString(), entityMigrationPolicyClassName,
      sourceExpression?.description,
    ] + properties.flatMap { [$0.name, $0.valueExpression?.description] }
  }
}
