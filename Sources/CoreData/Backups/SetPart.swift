// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One store of a set that is being made, as its manifest will have it.
struct SetPart {
  /// Under which the home of a save over several stores notes how far it is for each other store.
  private static let ledger = "journal/ledger/"

  private let name: String
  private let type: BackupType
  private let configuration: String?
  private var metadata: [String: Any] = [:]
  private var notes: [StoreNote] = []

  init(_ store: NSPersistentStore, _ type: BackupType, name: String) {
    self.name = name
    self.type = type
    let isWhole = store.configurationName == defaultConfigurationName
    configuration = isWhole ? nil : store.configurationName
  }

  /// Returns file names for stores: their own, with a number before where two would share more than
  /// a folder.
  static func names(for stores: [NSPersistentStore]) -> [String] {
    let own = stores.map { store in
      store.url.map(\.lastPathComponent).flatMap { $0.isEmpty || $0 == "/" ? nil : $0 }
        ?? store.type
    }
    let stems = own.map { ($0 as NSString).deletingPathExtension }
    return own.indices.map { index in
      let isAlone = stems.filter { $0 == stems[index] }.count == 1
      return isAlone && own[index] != BackupManifest.fileName
        ? own[index] : "\(index + 1)-\(own[index])"
    }
  }

  /// Reads what the complete file says of itself.
  mutating func read(_ url: URL) throws {
    metadata = try StaticMetadata.read(type: type.name, at: url)
    notes =
      try type.engine?.readNotes(at: url, under: SetPart.ledger)
      ?? MetadataNotes.list(MetadataNotes.notes(in: metadata), under: SetPart.ledger)
  }

  /// Reads all files of the store.
  func described(in folder: URL) throws -> BackupManifest.Store {
    BackupManifest.Store(
      path: name, identifier: StoreMetadataCoding.identifier(in: metadata) ?? "", type: type.name,
      configuration: configuration,
      modelVersionIdentifiers: metadata[NSStoreModelVersionIdentifiersKey] as? [String] ?? [],
      modelVersionHashes: metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:],
      ledger: ledger,
      files: try FolderCopy.paths(in: folder).filter(isOwn)
        .map { try FolderCopy.description(of: $0, in: folder) })
  }

  private var ledger: [String: Data] {
    let entries = notes.compactMap { note in
      note.content.map { (String(note.name.dropFirst(SetPart.ledger.count)), $0) }
    }
    return Dictionary(entries) { first, _ in first }
  }

  /// A folder of external files is named after the store, and so is what a class keeps in a folder.
  private func isOwn(_ path: String) -> Bool {
    let stem = (name as NSString).deletingPathExtension
    return path == name || path.hasPrefix(name + "/") || path.hasPrefix(".\(stem)_SUPPORT/")
  }
}
