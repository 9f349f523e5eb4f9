// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The versions of a model on disk and which of them is current. Reading a version is separate.
package struct ModelBundle: Sendable, Equatable {
  package let url: URL
  /// The model's name: the bundle's without extension.
  package let name: String
  /// Ascending by name, numbers inside names by their value. Never empty.
  package let versions: [ModelVersion]
  /// `nil` when the bundle has several versions and does not say.
  package let currentVersionName: String?

  /// The XML file of the current version.
  package var currentContents: URL? {
    versions.first { $0.name == currentVersionName }?.contents
  }

  /// The text of that file; `nil` when it cannot be read, which reading the model says.
  package var currentText: String? {
    // Reading the model reports why.
    currentContents.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  /// Finds the versions at a place: an `.xcdatamodeld` bundle, an `.xcdatamodel` folder, its
  /// `contents` file, or any other XML file.
  ///
  /// - Throws: `unreadable` or `notAModel`.
  package init(at url: URL) throws(ModelFormatError) {
    self.url = url
    guard let isFolder = Self.isFolder(url) else {
      throw .unreadable(file: url.path, reason: "no such file or folder")
    }
    guard isFolder, url.pathExtension != "xcdatamodel" else {
      let version = isFolder ? Self.version(in: url) : Self.version(file: url)
      (name, versions, currentVersionName) = (version.name, [version], version.name)
      return
    }
    name = url.deletingPathExtension().lastPathComponent
    versions = try Self.versions(in: url)
    currentVersionName = Self.currentVersion(in: url, named: name, of: versions)
  }

  /// Reads a version, the current one by default.
  ///
  /// - Throws: `noCurrentVersion`, `unknownVersion`, `unreadable`, `unsupportedLegacyFormat` or
  ///   `malformed`.
  package func read(version requested: String? = nil) throws(ModelFormatError) -> ModelReading {
    let names = versions.map(\.name)
    guard let wanted = requested ?? currentVersionName else {
      throw .noCurrentVersion(file: url.path, versions: names)
    }
    guard let version = versions.first(where: { $0.name == wanted }) else {
      throw .unknownVersion(file: url.path, name: wanted, versions: names)
    }
    return try Self.read(version)
  }

  private static func read(_ version: ModelVersion) throws(ModelFormatError) -> ModelReading {
    let xml: Data
    do {
      xml = try Data(contentsOf: version.contents)
    } catch {
      throw .unreadable(file: version.contents.path, reason: error.localizedDescription)
    }
    if version.contents.lastPathComponent == "elements" || xml.starts(with: "bplist".utf8) {
      throw .unsupportedLegacyFormat(file: version.contents.path)
    }
    return try ModelReader.read(xml: xml, name: version.name, file: version.contents.path)
  }

  // MARK: - Finding versions

  private static func version(file: URL) -> ModelVersion {
    let folder = file.deletingLastPathComponent()
    let named = folder.pathExtension == "xcdatamodel" ? folder : file
    return ModelVersion(
      name: named.deletingPathExtension().lastPathComponent, contents: file)
  }

  /// Returns the version in a folder. The file may be a binary one or missing; reading it says so.
  private static func version(in folder: URL) -> ModelVersion {
    let files = ["contents", "elements"].map(folder.appendingPathComponent)
    return version(file: files.first { isFolder($0) == false } ?? files[0])
  }

  private static func versions(in bundle: URL) throws(ModelFormatError) -> [ModelVersion] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: bundle.path)
    } catch {
      throw .unreadable(file: bundle.path, reason: error.localizedDescription)
    }
    let folders = names.filter { $0.hasSuffix(".xcdatamodel") }
    if folders.isEmpty {
      throw .notAModel(file: bundle.path, reason: "the folder holds no '.xcdatamodel' version")
    }
    return folders.map { version(in: bundle.appendingPathComponent($0)) }.sorted {
      $0.name.compare($1.name, options: .numeric) == .orderedAscending
    }
  }

  private static func currentVersion(
    in bundle: URL, named name: String, of versions: [ModelVersion]
  ) -> String? {
    if let declared = declaredVersion(in: bundle) { return declared }
    if versions.count == 1 { return versions[0].name }
    return versions.first { $0.name == name }?.name
  }

  /// The content of `.xccurrentversion`, as far as it matters.
  private struct CurrentVersion: Decodable {
    let _XCCurrentVersionName: String?
  }

  /// Returns the version that `.xccurrentversion` names; nil for an unreadable one.
  private static func declaredVersion(in bundle: URL) -> String? {
    let file = bundle.appendingPathComponent(".xccurrentversion")
    guard let data = FileManager.default.contents(atPath: file.path),
      // As above: then the bundle says nothing.
      let content = try? PropertyListDecoder().decode(CurrentVersion.self, from: data),
      let folder = content._XCCurrentVersionName
    else { return nil }
    return folder.hasSuffix(".xcdatamodel") ? String(folder.dropLast(12)) : folder
  }

  /// Returns true if there is a folder at the place, or a file; `nil` when there is nothing.
  private static func isFolder(_ url: URL) -> Bool? {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return exists ? isFolder.boolValue : nil
  }
}
