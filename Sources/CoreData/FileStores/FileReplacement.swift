// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A file that takes another's place all at once (R-PSC-370): written beside it, synchronised,
/// renamed. Until `commit()` nothing has changed; without it the new file goes again.
final class FileReplacement {
  private static let bufferSize = 1 << 16

  private let target: String
  private let folder: String
  private let temporary: String
  private let problem: FileProblem
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isDone = false

  /// - Parameters:
  ///   - url: the file to be replaced, or made. A symbolic link keeps leading there.
  ///   - mode: who may read and write one that is made.
  init(_ url: URL, mode: UInt32 = 0o600) throws {
    problem = FileProblem(url)
    target = try FileReplacement.destination(of: url)
    folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    var status = stat()
    let known = stat(target, &status) == 0
    let file = TemporaryFile(beside: target)
    (temporary, descriptor) = (file.path, file.descriptor)
    guard descriptor >= 0 else {
      isDone = true
      throw problem.unwritable()
    }
    // Owner and mode of the old file; the owner stays ours where we may not give it away.
    if known {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      _ = fchmod(descriptor, status.st_mode & 0o7777)
    } else if mode != 0o600 {
      _ = fchmod(descriptor, mode_t(mode))
    }
    buffer.reserveCapacity(FileReplacement.bufferSize)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isDone { unlink(temporary) }
  }

  /// Removes what processes that died have left of the same file's replacements. Reads the folder.
  func removeAbandoned() { TemporaryFile.removeAbandoned(beside: target) }

  func write(_ text: String) throws { try append(text.utf8) }

  func write(_ data: Data) throws {
    guard data.count >= FileReplacement.bufferSize else { return try append(data) }
    try flush()
    try data.withUnsafeBytes { try put($0) }
  }

  func commit() throws {
    try flush()
    guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
      throw problem.unwritable()
    }
    isDone = true
    synchroniseFolder()
  }

  private func append(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= FileReplacement.bufferSize { try flush() }
  }

  private func flush() throws {
    try buffer.withUnsafeBytes { try put($0) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw problem.unwritable() }
      rest = rest.dropFirst(written)
    }
  }

  /// The rename is durable only then. It has happened either way.
  private func synchroniseFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Where symbolic links lead, also to a file that is not there yet. Throws when they lead in a
  /// circle, or into a folder that is not there.
  static func destination(of url: URL) throws -> String {
    var path = url.path
    for _ in 0..<40 {
      guard
        let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)  // no link
      else {
        if path != url.path { try requireFolder(of: path, link: url) }
        return path
      }
      let base = URL(fileURLWithPath: path).deletingLastPathComponent()
      path = next.hasPrefix("/") ? next : base.appendingPathComponent(next).path
    }
    throw FileProblem(url).unreadable(ELOOP)
  }

  private static func requireFolder(of path: String, link: URL) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(folder, F_OK) != 0 else { return }
    throw FileProblem(link).unreadable(ENOENT)
  }
}
