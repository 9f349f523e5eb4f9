// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A folder with stores that have some saves behind them, and copies of it to hurt.
final class FaultStage {
  static let saves = 3
  let stores: String
  private let root: URL
  private let template: URL

  /// Makes the stores, with saves or empty handed.
  init(_ stores: String, isFilled: Bool = true) throws {
    self.stores = stores
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("FaultTests-\(UUID().uuidString)", isDirectory: true)
    template = root.appendingPathComponent("template", isDirectory: true)
    try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
    guard isFilled else { return }
    _ = try run(template, step: "create")
    _ = try run(template, step: "save", saves: Self.saves)
  }

  deinit {
    // Leftovers do no harm, and a deinitialiser has nobody to tell.
    try? FileManager.default.removeItem(at: root)
  }

  /// A copy of the stores as they were made, or as they are in another copy.
  func copy(_ folder: URL? = nil) throws -> URL {
    let copy = root.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.copyItem(at: folder ?? template, to: copy)
    return copy
  }

  /// Puts one store of a folder, with all that belongs to it, in the place of another folder's.
  func putStore(_ store: Int, of source: URL, into folder: URL) throws {
    for place in [folder, source] {
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path)
      where name.hasPrefix("store\(store).") || name.hasPrefix(".store\(store)") {
        let target = folder.appendingPathComponent(name)
        if place == folder {
          try FileManager.default.removeItem(at: target)
        } else {
          try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: target)
        }
      }
    }
  }

  func emptyFolder() throws -> URL {
    let folder = root.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs one step of the driver on a folder.
  func run(
    _ folder: URL, step: String, saves: Int = 1, fault: Fault? = nil, at place: Int = 0,
    more: [String: String] = [:]
  ) throws -> DriverRun {
    var settings = [
      "FAULT_FOLDER": folder.path, "FAULT_STORES": stores, "FAULT_STEP": step,
      "FAULT_SAVES": "\(saves)",
    ]
    if let fault { settings.merge(fault.settings(at: place)) { $1 } }
    settings.merge(more) { $1 }
    return try DriverRun(settings)
  }

  /// How many calls a step makes of the kinds that a fault is for.
  func calls(_ step: String, _ fault: Fault, in folder: URL) throws -> Int {
    try run(folder, step: step, fault: fault, at: 0).calls
  }
}
