// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A Swift source on disk.
struct SourceFile {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  let url: URL
  /// The path within the folder of the port.
  let name: String
  /// Without a byte order mark.
  let text: String
  private let hasByteOrderMark: Bool

  /// Fails for what cannot be read, or is not text in UTF-8.
  init(_ url: URL, name: String) throws(UnportedFile) {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw UnportedFile(name: name, reason: "cannot be read: \(ErrorText.line(for: error))")
    }
    hasByteOrderMark = data.starts(with: Self.byteOrderMark)
    let bytes = data.dropFirst(hasByteOrderMark ? 3 : 0)
    // A text in UTF-16 may be valid UTF-8, of which every second character is null.
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw UnportedFile(name: name, reason: "is not text in UTF-8")
    }
    self.url = url
    self.name = name
    self.text = text
  }

  /// Replaces the file as a whole: what is read is the former text or the new one. Permissions and,
  /// as far as that is allowed, the owner stay.
  func write(_ text: String) throws(UnportedFile) {
    let bytes = (hasByteOrderMark ? Self.byteOrderMark : []) + Array(text.utf8)
    let copy = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    do {
      try replace(with: Data(bytes), by: copy)
    } catch {
      try? FileManager.default.removeItem(at: copy)  // it may never have been made
      throw UnportedFile(name: name, reason: "cannot be written: \(ErrorText.line(for: error))")
    }
  }

  private func replace(with data: Data, by copy: URL) throws {
    let files = FileManager.default
    guard files.isWritableFile(atPath: url.path) else { throw CocoaError(.fileWriteNoPermission) }
    let attributes = try files.attributesOfItem(atPath: url.path)
    try data.write(to: copy)
    let owner = attributes.filter { [.ownerAccountID, .groupOwnerAccountID].contains($0.key) }
    try? files.setAttributes(owner, ofItemAtPath: copy.path)  // only root may give files away
    try files.setAttributes(
      attributes.filter { $0.key == .posixPermissions }, ofItemAtPath: copy.path)
    guard rename(copy.path, url.path) == 0 else {
      throw CocoaError(
        .fileWriteUnknown,
        userInfo: [NSLocalizedFailureReasonErrorKey: String(cString: strerror(errno))])
    }
  }
}

/// A file that stays as it is, and why.
struct UnportedFile: Error {
  let name: String
  let reason: String
}
