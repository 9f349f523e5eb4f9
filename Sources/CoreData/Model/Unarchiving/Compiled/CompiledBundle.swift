// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// A folder of compiled versions of a model, `.momd` (R-MOD-301, R-MOD-302). Of the files in it only
/// the versions and `VersionInfo.plist` are read.
struct CompiledBundle {
  private enum Key {
    static let current = "NSManagedObjectModel_CurrentVersionName"
    static let hashes = "NSManagedObjectModel_VersionHashes"
    static let checksums = "NSManagedObjectModel_VersionChecksums"
  }

  let url: URL
  /// The files of the versions, ascending by name, numbers inside names by their value; never empty.
  let versions: [URL]
  private let info: [String: Any]

  /// Nil for what is no folder with a compiled version.
  init?(at url: URL) {
    // What cannot be listed is none.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      return nil
    }
    versions = names.filter { $0.hasSuffix(".mom") }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      .map(url.appendingPathComponent)
    guard !versions.isEmpty else { return nil }
    self.url = url
    info = Self.info(in: url.appendingPathComponent("VersionInfo.plist"))
  }

  private static func info(in file: URL) -> [String: Any] {
    guard let data = FileManager.default.contents(atPath: file.path) else { return [:] }
    // A list that cannot be read is reported like one of other values.
    guard !data.starts(with: Data("bplist".utf8)) || PropertyListCheck.isPlain(data),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let info = list as? [String: Any]
    else {
      Log.warning("Cannot read \(file.path): it is no property list of versions.")
      return [:]
    }
    return info
  }

  /// The file of the current version: that of `VersionInfo.plist`, the only one, or the one that has
  /// the folder's name; nil when none of these is there.
  var currentVersion: URL? {
    let folder = url.deletingPathExtension().lastPathComponent
    let name = info[Key.current] as? String ?? (versions.count == 1 ? nil : folder)
    guard let name else { return versions.first }
    return versions.first { Self.name(of: $0) == name }
  }

  /// The hashes of a version's entities as its compiler recorded them; nil when it did not.
  func hashes(of version: URL) -> [String: Data]? {
    (info[Key.hashes] as? [String: Any])?[Self.name(of: version)] as? [String: Data]
  }

  /// The checksums of versions as their compiler recorded them.
  var checksums: [String: String] { info[Key.checksums] as? [String: String] ?? [:] }

  static func name(of version: URL) -> String {
    version.deletingPathExtension().lastPathComponent
  }
}
