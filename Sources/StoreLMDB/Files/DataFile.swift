// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CDispatch
import Foundation
import StoreInterface
import Synchronization

/// The data file of an environment, held open beside the engine, whose own descriptor goes when the
/// environment is opened again. Advisory locks are taken here, and here is seen what happens to
/// the file.
final class DataFile: Sendable {
  let path: String
  let descriptor: Int32
  let identity: FileIdentity
  /// Bytes that the file once had. The engine never makes a file shorter.
  private let knownSize: Atomic<Int>

  init(path: String) throws(StoreError) {
    self.path = path
    // What is no file is not opened: a pipe would wait for a writer.
    _ = try EnvironmentContent(path: path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ReturnCode.error(errno, store: path, "opening the file") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw ReturnCode.error(code, store: path, "looking at the file")
    }
    identity = FileIdentity(status)
    knownSize = Atomic(Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Bytes.
  func size() throws(StoreError) -> Int { Int(try status().st_size) }

  func status() throws(StoreError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ReturnCode.error(errno, store: path, "looking at the file")
    }
    return status
  }

  /// The engine's map reaches beyond the end of a file that was cut, where reading stops the
  /// program. One that was removed can still be read, but what is written to it would be lost, and
  /// with another in its place neither is right. One system call.
  func requireWhole(forWriting isWriting: Bool) throws(StoreError) {
    let known = knownSize.load(ordering: .relaxed)
    let status = try status()
    if status.st_nlink == 0 { try requireNone(forWriting: isWriting) }
    let size = Int(status.st_size)
    guard size >= known else {
      throw StoreError(
        .corrupt, store: path,
        message: "the file was cut from \(known) to \(size) bytes while it was open")
    }
    if size > known { knownSize.store(size, ordering: .relaxed) }
  }

  private func requireNone(forWriting isWriting: Bool) throws(StoreError) {
    let isThere = FileIdentity(existing: path) != nil
    guard isThere || isWriting else { return }
    throw DataFile.replaced(isThere ? "was replaced by another file" : "was removed", path)
  }

  /// The error for a file that is no longer what was opened.
  static func replaced(_ what: String, _ path: String) -> StoreError {
    StoreError(
      .replaced, store: path,
      message: "the file \(what) while it was open. Remove the store and add it again")
  }

  /// The file begins anew.
  func forgetSize() { knownSize.store(0, ordering: .relaxed) }

  /// Under another name the file would have another lock file.
  func requireOneName() throws(StoreError) {
    let count = try status().st_nlink
    guard count > 1 else { return }
    throw StoreError(
      .cannotOpen, store: path,
      message: "the file has \(count) names (hard links). A process that opened it by another name "
        + "would not be protected from this one; remove the others, or copy the file")
  }

  /// Reads bytes; fewer at the end of the file.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StoreError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ReturnCode.error(errno, store: path, "reading the file") }
      guard count > 0 else { break }
      done += count
    }
    return done
  }
}
#endif
