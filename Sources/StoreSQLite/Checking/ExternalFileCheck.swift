// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// Compares the external files that are there with those that rows name.
struct ExternalFileCheck {
  private let store: SQLiteStore

  init(_ store: SQLiteStore) { self.store = store }

  /// Reads every row with binary data; nothing where the model keeps none in files.
  func findings(isRepairing: Bool) throws(StoreError) -> [FileFinding] {
    guard store.externalFileRemoval != nil, let files = store.file.externalFiles else { return [] }
    // What comes later belongs to rows that are not looked at either.
    let there = Set(files.names)
    let named = try store.reading { connection throws(StoreError) in
      try ExternalReferences.names(connection)
    }
    let missing = named.filter { DatabaseFile.size(files.path($0)) == nil }
    var findings = missing.sorted().map {
      FileFinding(.missingFile, "the file \(files.path($0)), which a row names, is not there")
    }
    let suspects = there.subtracting(named)
    guard !suspects.isEmpty, !hasNeighbours else { return findings }
    let unused = try unused(suspects, in: files, isRemoving: isRepairing)
    findings += unused.sorted().map {
      let isGone = DatabaseFile.size(files.path($0)) == nil
      return FileFinding(
        .unusedFile, "no row names the file \(files.path($0))", isRepaired: isGone)
    }
    return findings
  }

  /// A writer makes its files before its rows: so it is waited for.
  private func unused(
    _ suspects: Set<String>, in files: ExternalFiles, isRemoving: Bool
  ) throws(StoreError) -> Set<String> {
    let unused = try store.writing { writer throws(StoreError) -> Set<String> in
      let unused = suspects.subtracting(try ExternalReferences.names(writer))
        .filter { !ExternalFileUse.isInUse(files.path($0)) }
      if isRemoving { try files.list.add(unused.sorted()) }
      return unused
    }
    if isRemoving { try store.removeListedFiles() }
    return unused
  }

  /// Databases whose names differ in the extension share the folder: whose file it is, nobody knows.
  private var hasNeighbours: Bool {
    let url = URL(fileURLWithPath: store.file.path)
    let stem = url.deletingPathExtension().lastPathComponent
    let own = ["", "-wal", "-shm", "-journal"].map { url.lastPathComponent + $0 }
    // A folder that cannot be read may hold anything.
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    guard let names else { return true }
    return names.contains { name in
      let other = (name as NSString).deletingPathExtension
      return !own.contains(name) && !name.hasPrefix(".") && other == stem
    }
  }
}
#endif
