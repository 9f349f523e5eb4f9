// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where the program writes: results to standard output, complaints to standard error.
enum Terminal {
  /// True if people watch: both streams are terminals.
  static let isInteractive = isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// True if text may be set off by control sequences (https://no-color.org is respected).
  static let isStyled =
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// Ends the program when the output cannot be written, as on a full disk.
  static func write(_ text: String) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
      complain("the output cannot be written: \(ErrorText.line(for: error))")
      exit(1)
    }
  }

  static func print(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  static func print(_ line: String) { print([line]) }

  static func complain(_ message: String) {
    // Who cannot be told is told by the status.
    try? FileHandle.standardError.write(
      contentsOf: Data("coredata: \(ErrorText.oneLine(message))\n".utf8))
  }

  /// A heading: bold on a terminal, plain elsewhere.
  static func heading(_ text: String) -> String {
    isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
