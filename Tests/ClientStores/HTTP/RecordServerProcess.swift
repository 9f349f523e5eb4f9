// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A server of records in a process of its own, on this machine alone. It ends with this object, or
/// with the program.
public final class RecordServerProcess: Sendable {
  /// Where stores are: below it.
  public let url: URL
  private let process = Process()
  private let input = Pipe()

  /// For all tests that do not stop it.
  public static let shared = Result { try RecordServerProcess() }

  /// Starts a server; with a port, where another was that has stopped.
  public init(port: Int = 0) throws {
    let output = Pipe()
    process.arguments = ["\(port)"]
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("RecordServer")
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)),
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw CocoaError(.executableLoad) }
    self.url = url
  }

  /// The place of a store that does not exist yet.
  public func freshStore() -> URL { url.appendingPathComponent(UUID().uuidString) }

  /// Ends the server, and waits for that.
  public func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  deinit { if process.isRunning { process.terminate() } }
}
