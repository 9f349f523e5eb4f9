// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// A process of the same program as its parent sees it: started, listened to, killed.
package final class Child {
  package enum End { case killed, exited(Int32) }

  private let process: pid_t
  private let output: Int32
  private var rest: [UInt8] = []
  /// What it has said so far.
  package private(set) var lines: [String] = []
  package private(set) var hasClosed = false

  /// Held while a child is made: no other child is to have its pipe.
  private static let making = Mutex(())

  package init(_ arguments: [String]) throws {
    (process, output) = try Self.making.withLock { _ in try Self.start(arguments) }
  }

  private static func start(_ arguments: [String]) throws -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = (CommandLine.arguments.prefix(1) + arguments).map {
      strdup($0)
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, &words, environ)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EAGAIN)
    }
    return (identifier, ends[0])
  }

  /// Listens until it has said one of some words or has ended; false if it did neither in time.
  package func listen(for words: [String], seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !hasClosed, !lines.contains(where: { line in words.contains { line.hasPrefix($0) } }) {
      let left = end.timeIntervalSinceNow
      guard left > 0 else { return false }
      readMore(milliseconds: Int32(min(left * 1_000, 1_000)) + 1)
    }
    return true
  }

  /// Hears what it says, for so long at most.
  package func hear(milliseconds: Int32) {
    if !hasClosed { readMore(milliseconds: milliseconds) }
  }

  private func readMore(milliseconds: Int32) {
    var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(output, &bytes, bytes.count)
    guard count > 0 else {
      hasClosed = true
      return
    }
    rest += bytes.prefix(count)
    while let end = rest.firstIndex(of: 10) {
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
  }

  /// Kills it, unless it has ended already, and hears what it still had to say.
  package func kill() -> End {
    _ = Glibc.kill(process, SIGKILL)
    return wait()
  }

  /// Waits until it ends by itself.
  package func wait() -> End {
    while !hasClosed { readMore(milliseconds: 1_000) }
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == SIGKILL ? .killed : .exited(status >> 8 & 0xff)
  }

  /// The rest of the lines that begin with a word.
  package func rest(_ word: String) -> [String] {
    lines.compactMap { $0.hasPrefix(word + " ") ? String($0.dropFirst(word.count + 1)) : nil }
  }
}
