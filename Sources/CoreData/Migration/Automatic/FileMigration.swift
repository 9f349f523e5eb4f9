// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The migration of a store's file to a model, for tools: what it would do, and doing it.
package struct FileMigration {
  /// The differences of the version that the file is of, with the numbers of its objects; none when it
  /// needs no migration.
  package let difference: ModelDifference
  private let subject: MigrationSubject
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel

  /// - Parameters:
  ///   - source: the version that the file is of; nil: the one that is kept in it, or a registered one.
  /// - Throws: 134130 when the file's version is not known.
  package init(
    of url: URL, to destination: NSManagedObjectModel, from source: NSManagedObjectModel? = nil,
    options: [AnyHashable: Any] = [:]
  ) throws {
    let metadata = try StaticMetadata.read(type: "", at: url)
    let type = metadata[NSStoreTypeKey] as? String ?? ""
    let whole = MigrationSubject(
      url: url, type: type, configuration: nil, options: StoreOptionValues(options))
    self.destination = destination
    self.source = try source ?? SourceModels.model(of: whole, metadata)
    let configuration = try Self.configuration(of: whole, metadata, in: self.source)
    subject = MigrationSubject(
      url: url, type: type,
      configuration: destination.namedConfigurations.first { $0 == configuration },
      options: whole.options)
    let difference = ModelDifference(
      MappingInference(
        from: self.source, to: destination,
        sourceNames: VersionHashing.storedHashes(in: metadata).map { Set($0.keys) },
        configuration: subject.configuration))
    self.difference =
      difference.needsMigration
      ? difference.counting(try EntityCounts(of: subject, in: self.source)) : difference
  }

  /// Returns the name of the configuration that a file was made with; nil for the whole model.
  private static func configuration(
    of subject: MigrationSubject, _ metadata: [String: Any], in model: NSManagedObjectModel
  ) throws -> String? {
    guard let found = model.configuration(fitting: metadata) else {
      throw subject.error(
        .migrationManagerSourceStore,
        "The store \(subject.name) was not written with the version of the model that it is to be "
          + "migrated from.")
    }
    return found.name
  }

  /// Migrates the file; nothing happens when it needs no migration.
  ///
  /// - Parameter progress: is told the part that is done, from 0 to 1, on this thread; false ends the
  ///   migration, and everything is as it was.
  package func run(progress: @escaping @Sendable (Double) -> Bool = { _ in true }) throws {
    guard difference.needsMigration else { return }
    var step = LightweightMigration(subject, from: source, to: destination)
    step.progress = { state in progress(Double(state.done) / Double(max(state.total, 1))) }
    try step.run()
    try derive()
  }

  /// Computes what the new version derives, by an opening of the store (R-PSC-542).
  private func derive() throws {
    let attributes = destination.entities.flatMap(\.attributesByName.values)
    guard attributes.contains(where: { $0 is NSDerivedAttributeDescription }) else { return }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
    let store = try coordinator.addPersistentStore(
      ofType: subject.type, configurationName: subject.configuration, at: subject.url,
      options: subject.options.dictionary)
    try coordinator.remove(store)
  }
}
