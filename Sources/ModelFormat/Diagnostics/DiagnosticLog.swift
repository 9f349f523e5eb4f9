// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Collects what the readers and checks of one file have to say. Confined to one reading.
final class DiagnosticLog {
  let file: String
  private(set) var diagnostics: [ModelDiagnostic] = []

  init(file: String) { self.file = file }

  func error(_ message: String, at line: SourceLine) { add(.error, message, at: line) }

  func warning(_ message: String, at line: SourceLine) { add(.warning, message, at: line) }

  private func add(
    _ severity: ModelDiagnostic.Severity, _ message: String, at line: SourceLine
  ) {
    diagnostics.append(
      ModelDiagnostic(severity, file: file, line: line.number, message))
  }
}
