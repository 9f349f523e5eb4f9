// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// Runs one job in a process of its own.
struct JobProcess {
  let folder: URL

  /// Returns the samples of a job. Its stores are removed afterwards.
  func run(_ job: BenchJob, named name: String) throws -> [BenchmarkSample] {
    let home = folder.appendingPathComponent("job", isDirectory: true)
    let samples = home.appendingPathComponent("samples.jsonl")
    let complaints = home.appendingPathComponent("complaints")
    // The folder goes as a whole anyway, so a failure does not matter.
    defer { try? Interruption.making { try FileManager.default.removeItem(at: home) } }
    let process = try Interruption.starting {
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      return try Self.start(job, in: home, samples: samples, complaints: complaints)
    }
    process.waitUntilExit()
    Interruption.workerHasEnded()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ToolFailure("\(name): \(Self.complaint(in: complaints))")
    }
    let lines = try String(contentsOf: samples, encoding: .utf8).split(separator: "\n")
    return try lines.map {
      try JSONDecoder().decode(BenchmarkSample.self, from: Data($0.utf8))
    }
  }

  private static func start(
    _ job: BenchJob, in home: URL, samples: URL, complaints: URL
  ) throws -> Process {
    var job = job
    job.folder = home.path
    let file = home.appendingPathComponent("job.json")
    try JSONEncoder().encode(job).write(to: file)
    try Data().write(to: complaints)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["bench-worker", file.path, samples.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    return process
  }

  /// Returns the first line that says something.
  private static func complaint(in file: URL) -> String {
    // A worker that has written nothing has no file.
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").map(String.init)
    let own = lines.last { $0.hasPrefix("coredata: ") }
    let fatal = lines.first { $0.contains("Fatal error") }
    return own.map { String($0.dropFirst("coredata: ".count)) } ?? fatal
      ?? lines.last ?? "the worker ended without a word, as on a full disk"
  }
}
