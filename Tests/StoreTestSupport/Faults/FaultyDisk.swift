// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
package import Foundation
import Synchronization

/// What lies below a folder, as a disk that fails on command: for SQLite in this process.
///
/// Files that are opened while it lives count their calls, fail those that a test wants to fail, and
/// remember what a power failure would have left of them.
package final class FaultyDisk: Sendable {
  package enum Call: Sendable, CaseIterable {
    case open
    case read
    case write
    /// What makes a file longer, or asks for it: all that a full disk refuses.
    case growth
    case sync
  }

  /// What fails: the n-th call of some kinds, or every one from there on.
  package struct Fault: Sendable {
    package var calls: Set<Call>
    /// From 1.
    package var at: Int
    package var isLasting: Bool
    /// SQLite's code; an opening for writing that fails becomes one for reading, as in SQLite.
    package var code: Int32

    package init(_ calls: Set<Call>, at: Int, isLasting: Bool = false, code: Int32) {
      self.calls = calls
      self.at = at
      self.isLasting = isLasting
      self.code = code
    }

    package static func unreadable(at number: Int) -> Fault {
      Fault([.read], at: number, code: SQLITE_IOERR | (1 << 8))
    }

    package static func full(at number: Int) -> Fault {
      Fault([.growth], at: number, isLasting: true, code: SQLITE_FULL)
    }
  }

  private struct State {
    var fault: Fault?
    /// Calls of the fault's kinds so far.
    var count = 0
    var hasFired = false
    /// Where the files are copied instead of a failure.
    var copy: URL?
    /// What happens instead of a failure.
    var interruption: (@Sendable () -> Void)?
    var syncs: [String: Int] = [:]
    var writes: [String: Int] = [:]
    /// What was synchronised last, by path.
    var lasting: [String: Data] = [:]
    /// Removed files that are gone for good when their folder is synchronised.
    var removed: Set<String> = []

    mutating func failure(_ call: Call, in folder: String) -> Int32? {
      guard let fault, fault.calls.contains(call) else { return nil }
      count += 1
      guard count == fault.at || (fault.isLasting && count > fault.at) else { return nil }
      hasFired = true
      guard let copy else { return fault.code }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        // A copy that is missing is noticed by who opens it.
        try? Data(contentsOf: URL(fileURLWithPath: folder + name))
          .write(to: copy.appendingPathComponent(name))
      }
      return nil
    }

    mutating func forgetRemoved() {
      for path in removed { lasting[path] = nil }
      removed = []
    }
  }

  package let folder: String
  private let state = Mutex(State())

  package init(_ folder: URL) {
    self.folder = folder.resolvingSymlinksInPath().path + "/"
    FaultyFileSystem.add(self)
  }

  deinit { FaultyFileSystem.remove(folder) }

  /// Runs a block with a fault; true when it has happened.
  @discardableResult
  package func failing(_ fault: Fault, _ body: () throws -> Void) rethrows -> Bool {
    state.withLock { ($0.fault, $0.count, $0.hasFired) = (fault, 0, false) }
    defer { state.withLock { $0.fault = nil } }
    try body()
    return state.withLock { $0.hasFired }
  }

  /// Runs a block, and copies the files as they are just before one of its calls, from 1, into another
  /// folder: what a process would leave that dies there. False when there are fewer calls.
  package func copying(at number: Int, to other: URL, _ body: () throws -> Void) rethrows -> Bool {
    state.withLock { $0.copy = other }
    defer { state.withLock { $0.copy = nil } }
    // The code does not matter: nothing fails.
    return try failing(Fault([.open, .write, .sync], at: number, code: SQLITE_OK), body)
  }

  /// Runs a block, and another one just before one of its calls, from 1: what somebody else does
  /// meanwhile. False when there are fewer calls.
  package func interrupting(
    _ call: Call, at number: Int, by other: @escaping @Sendable () -> Void,
    _ body: () throws -> Void
  ) rethrows -> Bool {
    state.withLock { $0.interruption = other }
    defer { state.withLock { $0.interruption = nil } }
    // The code does not matter: nothing fails.
    return try failing(Fault([call], at: number, code: SQLITE_OK), body)
  }

  /// How often files with an ending have been synchronised.
  package func syncs(_ suffix: String) -> Int {
    state.withLock { state in
      state.syncs.reduce(0) { $0 + ($1.key.hasSuffix(suffix) ? $1.value : 0) }
    }
  }

  /// How many calls have written to files with an ending.
  package func writes(_ suffix: String) -> Int {
    state.withLock { state in
      state.writes.reduce(0) { $0 + ($1.key.hasSuffix(suffix) ? $1.value : 0) }
    }
  }

  /// Writes what would be there after a power failure now into another folder: of each file what was
  /// synchronised last.
  package func writeLasting(to other: URL) throws {
    for (path, content) in state.withLock({ $0.lasting }) {
      let name = URL(fileURLWithPath: path).lastPathComponent
      try content.write(to: other.appendingPathComponent(name))
    }
  }

  // MARK: - For the file system

  /// The code that a call fails with, or nil.
  func failure(_ call: Call) -> Int32? {
    let (code, interruption) = state.withLock { state in
      let code = state.failure(call, in: folder)
      return (code, code == nil ? nil : state.interruption)
    }
    guard let interruption else { return code }
    interruption()
    return nil
  }

  func noteRemoval(_ path: String, isLasting: Bool) {
    state.withLock { state in
      state.removed.insert(path)
      if isLasting { state.forgetRemoved() }
    }
  }

  func noteWrite(_ path: String) { state.withLock { $0.writes[path, default: 0] += 1 } }

  func noteSync(_ path: String, _ content: Data) {
    state.withLock { state in
      state.syncs[path, default: 0] += 1
      // SQLite synchronises the folder with a file that it has made.
      if state.lasting[path] == nil { state.forgetRemoved() }
      state.lasting[path] = content
    }
  }
}
#endif
