// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation

/// The temporary folder of a run. It goes when the run ends, also by an interrupt.
final class BenchFolder {
  let url: URL
  private let sources: [any DispatchSourceSignal]

  init(in folder: URL) throws {
    let url = folder.appendingPathComponent(
      "coredata-bench-\(getpid())-\(UUID().uuidString.prefix(8))", isDirectory: true)
    self.url = url
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { Self.interrupt(number, url) }
      source.activate()
      return source
    }
    do {
      try Interruption.making {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
    } catch {
      throw ToolFailure("\(folder.path) cannot be written: \(ErrorText.line(for: error))")
    }
  }

  /// Removes everything.
  func remove() {
    for source in sources { source.cancel() }
    // What cannot be removed does no harm.
    try? Interruption.making { try FileManager.default.removeItem(at: url) }
  }

  private static func interrupt(_ number: Int32, _ url: URL) {
    Interruption.begin()
    try? FileManager.default.removeItem(at: url)  // nobody is left to tell
    if isatty(STDERR_FILENO) == 1 {
      try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K".utf8))  // nor now
    }
    exit(128 + number)
  }
}
