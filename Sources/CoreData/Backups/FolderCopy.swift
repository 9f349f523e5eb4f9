// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import StoreInterface

/// The files of a folder: their digests, and copies of them that last.
enum FolderCopy {
  private static let partSize = 1 << 20

  /// Describes a file below a folder. Reads all of it.
  static func description(of path: String, in folder: URL) throws -> BackupManifest.File {
    var stream = SHA256Stream()
    var size = 0
    try forEachPart(of: folder.appendingPathComponent(path)) { part in
      part.withUnsafeBytes { stream.add($0) }
      size += part.count
    }
    let hash = stream.digest.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
    return BackupManifest.File(path: path, size: size, sha256: hash.joined())
  }

  /// Copies a file below a folder to the same place below another, out to the disk.
  static func copy(_ path: String, from folder: URL, to other: URL) throws {
    let (source, target) = (
      folder.appendingPathComponent(path), other.appendingPathComponent(path)
    )
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: source, to: target)
    try synchronise(target)
    try synchronise(target.deletingLastPathComponent())
  }

  /// Returns the paths of all files below a folder, hidden ones included, in their order.
  static func paths(in folder: URL) -> [String] {
    let root = folder.path
    var paths: [String] = []
    let found = FileManager.default.enumerator(atPath: root)
    while let path = found?.nextObject() as? String {
      var status = stat()
      guard stat("\(root)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      paths.append(path)
    }
    return paths.sorted()
  }

  static func synchronise(_ url: URL) throws {
    do { try StoreFileMove.synchronise(url.path) } catch {
      throw failure(error, url)
    }
  }

  /// Gives a complete folder its final name.
  static func move(_ folder: URL, to target: URL) throws {
    do { try StoreFileMove.move(folder.path, to: target.path) } catch {
      throw failure(error, target)
    }
  }

  /// Puts a complete folder in the place of another, which is removed. A crash between the two leaves
  /// the other one beside its place, under a hidden name.
  static func replace(_ target: URL, with folder: URL) throws {
    guard let former = StoreLocation.neighbour(target) else { return }
    try move(target, to: former)
    do { try move(folder, to: target) } catch {
      // The first error is the one to report; the folder stays beside its place.
      try? move(former, to: target)
      throw error
    }
    try? FileManager.default.removeItem(at: former)  // left over, it is only files
  }

  private static func failure(_ error: StoreError, _ url: URL) -> CocoaError {
    let code: CocoaError.Code =
      switch error.kind {
      case .diskFull: .fileWriteOutOfSpace
      case .notPermitted: .fileWriteNoPermission
      default: .fileWriteUnknown
      }
    return CocoaError.make(
      code, reason: error.description, userInfo: [NSFilePathErrorKey: url.path], underlying: error)
  }

  private static func forEachPart(of url: URL, _ body: (Data) -> Void) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }  // nothing was written
    while let part = try handle.read(upToCount: partSize), !part.isEmpty { body(part) }
  }
}
