// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Opening the store that is migrated (R-PSC-570).
struct MigrationSource {
  /// The purpose that a source is opened for.
  enum Purpose {
    /// To be looked at.
    case reading
    /// To be migrated to another place: policies may save it if its options say that it is not
    /// read-only.
    case policies
    /// To be replaced, so that what it still lacks of a save over several stores comes into it first:
    /// by then nobody knows its objects as they are now.
    case inheritance
  }

  private let end: MigrationEnd
  private let model: NSManagedObjectModel

  init(_ end: MigrationEnd, of model: NSManagedObjectModel) {
    self.end = end
    self.model = model
  }

  /// The configuration whose entities the store has; nil: all of the model.
  var configuration: String? {
    // Some stores tell only once they are open: with the whole model, or not at all.
    guard let metadata = try? StaticMetadata.read(type: end.type, at: end.url) else {
      return end.configuration
    }
    if let given = end.configuration,
      model.isConfiguration(withName: given, compatibleWithStoreMetadata: metadata)
    {
      return given
    }
    if let fitting = model.configuration(fitting: metadata) { return fitting.name }
    // Hashes of entities with derived attributes may differ: the structure decides.
    return end.configuration.flatMap { model.namedConfigurations.contains($0) ? $0 : nil }
  }

  /// Opens the store, read-only unless policies may write it. Throws 134150.
  func open(in stack: MigrationStack, for purpose: Purpose) throws {
    do {
      try requireStore()
      try stack.open(
        end, at: end.url, configuration: configuration,
        isReadOnly: purpose != .policies || isGivenReadOnly)
      if purpose == .inheritance { try completeSaves(stack) }
    } catch {
      throw end.wrapped(error, as: .migrationManagerSourceStore, "cannot be migrated")
    }
  }

  /// True unless the options say that the store may be written.
  private var isGivenReadOnly: Bool {
    StoreOptionValues(end.options).number(NSReadOnlyPersistentStoreOption)?.boolValue ?? true
  }

  /// Opens a store that may lack a decided save for writing, and completes it (R-PSC-918).
  private func completeSaves(_ stack: MigrationStack) throws {
    guard let store = stack.store, try stack.coordinator.isPledged(store) else {
      return
    }
    stack.close()
    let writing = MigrationStack(model)
    defer { writing.close() }
    let written = try writing.open(
      end, at: end.url, configuration: configuration, isReadOnly: false)
    try writing.coordinator.bringInStep(written)
    writing.close()
    try stack.open(end, at: end.url, configuration: configuration, isReadOnly: true)
  }

  private func requireStore() throws {
    let isThere =
      switch try StoreRegistry.kind(of: end.type) {
      case .engine(let engine): engine.hasStore(at: end.url)
      case .client: !end.url.isFileURL || StoreLocation.hasStore(at: end.url)
      }
    guard !isThere else { return }
    throw CocoaError.make(
      .fileReadNoSuchFile, reason: "There is no store of type \(end.type) at \(end.name).")
  }
}
