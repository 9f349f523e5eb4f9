// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Putting a copy of one store in the place of another, step by step (R-PSC-106…109).
struct StoreReplacement {
  private let destination: URL
  private let source: URL
  private let type: String
  private let access: StoreFileAccess
  private let coordinator: NSPersistentStoreCoordinator

  init(
    at destination: URL, _ options: [AnyHashable: Any]?, withStoreAt source: URL, type: String,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.destination = destination
    self.source = source
    self.type = type
    self.coordinator = coordinator
    access = StoreFileAccess(StoreOptionValues(options))
  }

  func run() throws {
    let kind = try StoreRegistry.kind(of: type)
    try requireSource(kind)
    try coordinator.withoutStore(at: destination) {
      // What takes its own place is there: files and companions stay as they are.
      guard !StoreLocation.isSame(source, destination) else { return }
      switch kind {
      case .engine(let engine): try replace(engine)
      case .client(let storeClass):
        try StoreFileRemoval(storeClass, type: type, access).replace(destination, with: source)
      }
    }
  }

  /// Before anything is removed.
  private func requireSource(_ kind: StoreRegistry.Kind) throws {
    if case .client(let storeClass) = kind, StoreAssembly.classes[type] != storeClass {
      // Clients' classes need not tell without being opened.
      guard source.isFileURL, !FileManager.default.fileExists(atPath: source.path) else { return }
      throw FileProblem(source).missing()
    }
    _ = try StaticMetadata.read(type: type, at: source)
    guard StoreLocation.hasContent(at: destination) else { return }
    try StoreAssembly.requireType(type, at: destination)
  }

  private func replace(_ engine: any StoreEngine.Type) throws {
    do {
      try engine.replace(at: destination, withStoreAt: source, access)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: destination, engine: engine)
    }
  }
}
