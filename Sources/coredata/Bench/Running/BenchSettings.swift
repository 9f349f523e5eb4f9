// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The settings of a run, checked.
struct BenchSettings {
  let model: BenchModel
  let backends: [Backend]
  let cases: [BenchCase]
  let objects: Int
  let rounds: Int
  let seed: UInt64
  let mix: WorkMix
  let mustLast: Bool
  let profile: StoreProfile?
  /// The stores that the profile was taken from.
  let stores: [String]
  let folder: URL
  let isQuiet: Bool

  private static let most = 5_000_000

  /// Fails before anything is made.
  init(_ command: BenchCommand) throws {
    backends = try Backend.list(command.backends)
    cases = try BenchCase.list(command.cases)
    guard (1...100).contains(command.rounds) else {
      throw ToolFailure.usage("--rounds must lie between 1 and 100, not \(command.rounds)")
    }
    if let objects = command.objects, !(1...Self.most).contains(objects) {
      throw ToolFailure.usage(
        "--objects must lie between 1 and \(Figures.count(Self.most)), not \(objects)")
    }
    model = try BenchModel(path: command.model, configuration: command.configuration)
    profile = try Self.profile(of: command.store, command.model)
    let known = min(100_000, max(1000, profile?.objects ?? 10_000))
    objects = command.objects ?? known
    stores = command.store
    rounds = command.rounds
    seed = command.seed
    mix = command.mix
    mustLast = !command.volatile
    isQuiet = command.json
    folder = try Self.folder(command.dir)
    try Self.checkReport(command.report)
  }

  private static func profile(of stores: [String], _ model: String) throws -> StoreProfile? {
    guard !stores.isEmpty else { return nil }
    var profile = StoreProfile()
    for store in stores {
      try StoreSampler(store: StoreArgument.existing(store), model: model).sample(into: &profile)
    }
    guard profile.objects > 0 else {
      throw ToolFailure("\(stores.joined(separator: ", ")): no objects to take sizes from")
    }
    return profile
  }

  private static func folder(_ path: String?) throws -> URL {
    guard let path else { return FileManager.default.temporaryDirectory }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolFailure("\(path): no such folder")
    }
    guard isFolder.boolValue else { throw ToolFailure("\(path) is not a folder") }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw ToolFailure("\(path) cannot be written: permission denied")
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// A page that cannot be written should be known before the minutes of measuring.
  private static func checkReport(_ path: String?) throws {
    guard let path else { return }
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let place = exists ? path : url.deletingLastPathComponent().path
    guard !isFolder.boolValue, FileManager.default.isWritableFile(atPath: place) else {
      throw ToolFailure("\(path) cannot be written")
    }
  }
}
