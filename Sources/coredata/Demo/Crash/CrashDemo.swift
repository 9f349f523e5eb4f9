// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Kills a child process between the two commits of a save over two stores, and shows that opening
/// the stores again completes it.
struct CrashDemo {
  private let stack: CrashStack
  private static let moved: Int64 = 40

  init(folder: URL) {
    stack = CrashStack(folder: folder.appendingPathComponent("crash", isDirectory: true))
  }

  // MARK: - The child

  /// Fills the stores, moves money from one to the other, and dies on the way.
  func die() throws {
    let coordinator = try stack.open()
    let context = CrashStack.context(coordinator)
    try CrashStack.object(0, in: context).setValue(CrashStack.total, forKey: "amount")
    try CrashStack.object(1, in: context).setValue(Int64(0), forKey: "amount")
    try context.save()
    coordinator.observeCommits { _ in kill(getpid(), SIGKILL) }
    let left = CrashStack.total - CrashDemo.moved
    try CrashStack.object(0, in: context).setValue(left, forKey: "amount")
    try CrashStack.object(1, in: context).setValue(CrashDemo.moved, forKey: "amount")
    try context.save()
  }

  // MARK: - The parent

  /// Returns three lines; throws unless the save is whole.
  func run() throws -> [String] {
    try? FileManager.default.removeItem(at: stack.folder)  // mostly there is none
    try FileManager.default.createDirectory(at: stack.folder, withIntermediateDirectories: true)
    let child = try killChild()
    let before = try amounts(readOnly: true)
    let after = try amounts(readOnly: false)
    let names = (0...1).map { stack.url($0).lastPathComponent }
    guard child, before.reduce(0, +) != CrashStack.total else {
      throw ToolFailure("the child process was not killed between the commits")
    }
    guard after == [CrashStack.total - CrashDemo.moved, CrashDemo.moved] else {
      throw ToolFailure(
        "the save is not whole: \(names[0]) has \(after[0]), \(names[1]) \(after[1])")
    }
    return [
      "A process moved \(CrashDemo.moved) of \(CrashStack.total) from \(names[0]) to \(names[1]), "
        + "and was killed between the two commits.",
      "What it left: \(names[0]) \(before[0]), \(names[1]) \(before[1]); together "
        + "\(before.reduce(0, +)).",
      "Opened again: \(names[0]) \(after[0]), \(names[1]) \(after[1]); together "
        + "\(after.reduce(0, +)): the save is whole.",
    ]
  }

  /// Returns true if the child died of the signal.
  private func killChild() throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "demo", "--dir", stack.folder.deletingLastPathComponent().path, "--crash-child",
    ]
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  /// Reads the stores: one by one as they are, or together, which completes them.
  private func amounts(readOnly: Bool) throws -> [Int64] {
    guard readOnly else {
      let context = CrashStack.context(try stack.open())
      return try (0...1).map { try CrashStack.amount($0, in: context) }
    }
    return try (0...1).map { index in
      let options: [AnyHashable: Any] = [
        NSReadOnlyPersistentStoreOption: true, AllowStaleReadsOption: true,
      ]
      let context = CrashStack.context(try stack.open([index], options: options))
      return try CrashStack.amount(index, in: context)
    }
  }
}
