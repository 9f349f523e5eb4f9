// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Where the text of a package index comes from.
public enum IndexSource: Equatable, Sendable {
  /// Plain files.
  case files([URL])
  /// What `apt-cache dumpavail` prints: apt may keep its lists compressed.
  case apt

  /// The given file, or else what this machine has: the plain lists of apt, or its cache.
  public static func find(
    path: String? = nil, lists: URL = URL(fileURLWithPath: "/var/lib/apt/lists"),
    apt: String = "/usr/bin/apt-cache"
  ) throws -> IndexSource {
    if let path { return .files([try plain(URL(fileURLWithPath: path))]) }
    // A folder that is not there has no lists.
    let found = (try? FileManager.default.contentsOfDirectory(atPath: lists.path)) ?? []
    let plain = found.filter { $0.hasSuffix("_Packages") }.sorted()
    if !plain.isEmpty { return .files(plain.map(lists.appendingPathComponent)) }
    guard FileManager.default.isExecutableFile(atPath: apt) else { throw IndexFailure.noIndex }
    return .apt
  }

  /// Reads and parses everything; the first packages only when there is a limit.
  ///
  /// - Throws: `IndexFailure`; `noIndex` also when there is no package in it.
  public func index(limit: Int = .max) throws -> PackageIndex {
    var index = PackageIndex()
    var reader = StanzaReader()
    let add = { (stanza: Stanza) in
      try index.add(stanza)
      if index.packages.count >= limit { throw Enough() }
    }
    do {
      try forEachPiece { try reader.read($0, add) }
      try reader.finish(add)
    } catch is Enough {
      // What comes after the limit is not even read.
    }
    guard !index.packages.isEmpty else { throw IndexFailure.noIndex }
    return index
  }

  /// Copies the text into a file, so that several processes read the same.
  public func copy(to url: URL) throws {
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try forEachPiece { try file.write(contentsOf: $0) }
    try file.close()
  }

  private struct Enough: Error {}

  /// Passes the text on piece by piece, until the body throws. A file's end ends a stanza.
  private func forEachPiece(_ body: (Data) throws -> Void) throws {
    switch self {
    case .files(let urls):
      for url in urls {
        guard let file = try? FileHandle(forReadingFrom: url) else {
          throw IndexFailure.unreadable(path: url.path)
        }
        try IndexSource.read(file, body)
        try body(Data("\n\n".utf8))
      }
    case .apt: try readApt(body)
    }
  }

  private func readApt(_ body: (Data) throws -> Void) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/apt-cache")
    process.arguments = ["dumpavail"]
    process.standardOutput = pipe
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    try IndexSource.read(pipe.fileHandleForReading, body)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw IndexFailure.aptFailed(status: process.terminationStatus)
    }
  }

  private static func read(_ file: FileHandle, _ body: (Data) throws -> Void) throws {
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try body(piece) }
  }

  private static func plain(_ url: URL) throws -> URL {
    guard !["lz4", "xz", "gz", "bz2", "zst"].contains(url.pathExtension) else {
      throw IndexFailure.compressed(path: url.path)
    }
    guard FileManager.default.isReadableFile(atPath: url.path) else {
      throw IndexFailure.unreadable(path: url.path)
    }
    return url
  }
}
