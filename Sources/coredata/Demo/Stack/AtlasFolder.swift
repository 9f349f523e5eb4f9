// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The folder that the stores lie in.
struct AtlasFolder {
  let url: URL

  /// The folder of that path, or one among the temporary files.
  init(path: String?) {
    url =
      path.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent(
        "coredata-atlas", isDirectory: true)
  }

  /// Returns true if a former run left all its stores here.
  func holdsStores(for carrier: GlobalCarrier) -> Bool {
    files(for: carrier).allSatisfy { FileManager.default.fileExists(atPath: $0.file.path) }
  }

  /// Opens the stores in the folder, making what is missing. When that fails, what was not there
  /// before is not there afterwards.
  func opened(for carrier: GlobalCarrier) throws -> AtlasStack {
    try checkExisting(for: carrier)
    let isNew = !FileManager.default.fileExists(atPath: url.path)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw ToolFailure("the folder \(url.path) cannot be made: \(ErrorText.line(for: error))")
    }
    do {
      return try AtlasStack(folder: url, carrier: carrier)
    } catch {
      if isNew { try? FileManager.default.removeItem(at: url) }  // the error to tell is another
      throw error
    }
  }

  /// Fails when what lies in the stores' places cannot be the stores, before any is opened.
  private func checkExisting(for carrier: GlobalCarrier) throws {
    for (role, file) in files(for: carrier) where Self.size(of: file) ?? 0 > 0 {
      let report = try StoreFileReport.inspect(file)
      guard report.type == role.type else {
        throw ToolFailure("\(file.path) is a store of type \(report.type), not \(role.type)")
      }
    }
  }

  private func files(for carrier: GlobalCarrier) -> [(role: StoreRole, file: URL)] {
    StoreRole.all(for: carrier).compactMap { role in
      role.fileName.map { (role, url.appendingPathComponent($0)) }
    }
  }

  private static func size(of file: URL) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)  // missing: nil
    return (attributes?[.size] as? NSNumber)?.intValue
  }
}
