// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The file that keeps the sections of a controller's results under a name (R-REQ-290).
///
/// It saves looking at every object for its section name. What it says is checked on the objects before it
/// is used, so it never changes results.
struct SectionCache {
  /// The contents of the file.
  private struct Contents: Codable {
    var fingerprint: String
    var names: [String]
    var counts: [Int]
  }

  private let url: URL?
  private let fingerprint: String

  init(name: String, for results: UntypedResults) {
    url = SectionCache.file(name)
    let specification = results.specification
    let stores = results.context.rootCoordinator?.persistentStores.map(\.identifier) ?? []
    let order = (specification.sortDescriptors ?? []).map { "\($0.key ?? "")\($0.ascending)" }
    fingerprint = [
      specification.entity?.name ?? specification.entityName ?? "",
      specification.predicate?.formatText ?? "", order.joined(separator: ","),
      results.sectionNameKeyPath ?? "", stores.compactMap { $0 }.joined(separator: ","),
    ].joined(separator: "\n")
  }

  /// The sections that were kept for a request like this one.
  var runs: [SectionRun]? {
    // No file, or a damaged one, is no cache.
    guard let url, let data = try? Data(contentsOf: url),
      let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.fingerprint == fingerprint, contents.names.count == contents.counts.count,
      contents.counts.allSatisfy({ $0 > 0 && $0 < 1 << 40 })
    else { return nil }
    var start = 0
    return zip(contents.names, contents.counts).map { name, count in
      defer { start += count }
      return SectionRun(name: name, range: start..<start + count)
    }
  }

  func write(_ runs: [SectionRun]) {
    let contents = Contents(
      fingerprint: fingerprint, names: runs.map(\.name), counts: runs.map(\.range.count))
    // Without the file the next fetch looks at every object.
    guard let url, let data = try? JSONEncoder().encode(contents) else { return }
    let folder = url.deletingLastPathComponent()
    // As above.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // As above.
    try? data.write(to: url, options: .atomic)
  }

  /// Removes the file of a name; of all names, for nil.
  static func delete(_ name: String?) {
    guard let url = name.map(file) ?? folder else { return }
    // It may not be there.
    try? FileManager.default.removeItem(at: url)
  }

  /// One of the program's own, since others may use the same names.
  private static var folder: URL? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appendingPathComponent("OpenCoreData", isDirectory: true)
      .appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
      .appendingPathComponent("Sections", isDirectory: true)
  }

  private static func file(_ name: String) -> URL? {
    let encoded = Data(name.utf8).map { String($0, radix: 16) }.joined(separator: "-")
    return folder?.appendingPathComponent("\(encoded.prefix(200)).json")
  }
}
