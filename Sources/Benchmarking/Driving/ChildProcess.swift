// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Starts programs and waits for them, without what Foundation's `Process` costs.
public enum ChildProcess {
  public static let openCount = 20

  /// Case 9b: a program again and again, which opens the store, reads and exits.
  static func open(
    _ system: any BenchmarkSystem, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var program = URL(fileURLWithPath: link)
    var arguments = [
      "open-once", "--system", system.name, "--store", system.store, "--dir", folder.path,
    ]
    if let opener = system.opener {
      program = program.deletingLastPathComponent().appendingPathComponent(opener)
      arguments = [system.name, system.store, folder.path]
    }
    let path = program.path
    try stopwatch.measure {
      for _ in 0..<openCount { try run(path, arguments) }
    }
    return -1
  }

  /// Runs a program to its end; throws when it fails.
  public static func run(_ executable: String, _ arguments: [String]) throws {
    var pointers: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var child = pid_t()
    let code = posix_spawn(&child, executable, nil, nil, pointers, environ)
    guard code == 0 else { throw BenchmarkFailure("\(executable) cannot be started: \(code).") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    guard status == 0 else {
      throw BenchmarkFailure("\(executable) \(arguments.joined(separator: " ")) failed.")
    }
  }
}
