// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// Large binary values that lie beside the database, one file each.
///
/// A value of an attribute that allows it begins with a tag byte: 1 and the bytes themselves, or 2,
/// the file's name and a zero byte.
struct ExternalFiles: Sendable {
  /// Why a value cannot be read.
  struct Failure: Error {
    let reason: String
  }

  static let inlineTag: UInt8 = 1
  static let fileTag: UInt8 = 2
  /// Larger values go into files.
  static let threshold = 128 * 1024

  /// The folder's path, with a slash at its end.
  let folder: String

  /// The folder that belongs to a database file.
  init(database path: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var name = path[slash...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
    folder = "\(path[..<slash]).\(name)_SUPPORT/_EXTERNAL_DATA/"
  }

  // MARK: - Reading

  /// Hands out the content of a stored value.
  static func read(
    _ stored: UnsafeRawBufferPointer, _ files: ExternalFiles?,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    guard let tag = stored.first else { return body(stored) }
    switch tag {
    case inlineTag: body(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
    case fileTag:
      guard let files, let name = fileName(stored) else {
        throw Failure(reason: "names no external file")
      }
      let content: Data
      do { content = try Data(contentsOf: URL(fileURLWithPath: files.folder + name)) } catch {
        throw Failure(reason: "refers to the external file \(name), which cannot be read")
      }
      content.withUnsafeBytes(body)
    default: throw Failure(reason: "holds binary data with the unknown tag \(tag)")
    }
  }

  /// The file that a stored value names; nil for inline values and for names that are no UUID.
  static func fileName(_ stored: UnsafeRawBufferPointer) -> String? {
    guard stored.first == fileTag else { return nil }
    var name = stored.dropFirst()
    if name.last == 0 { name = name.dropLast() }
    let text = String(decoding: name, as: UTF8.self)
    return UUID(uuidString: text) == nil ? nil : text
  }

  // MARK: - Writing

  /// Writes a value into a new file and returns what to store for it, and the file's name.
  func write(_ content: UnsafeRawBufferPointer) throws(Failure) -> (stored: Data, name: String) {
    let name = UUID().uuidString
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(fileURLWithPath: folder + name))
    } catch {
      throw Failure(reason: "cannot write the external file \(name): \(error)")
    }
    return (Data([ExternalFiles.fileTag]) + Data(name.utf8) + Data([0]), name)
  }

  func remove(_ names: some Sequence<String>) {
    for name in names {
      // A file that stays is an orphan, and removed at the next opening.
      try? FileManager.default.removeItem(atPath: folder + name)
    }
  }

  /// The files that are there.
  var names: [String] {
    // Without the folder there are no files.
    let found =
      DatabaseFile.size(folder) == nil
      ? nil : try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (found ?? []).filter { UUID(uuidString: $0) != nil }
  }
}
#endif
