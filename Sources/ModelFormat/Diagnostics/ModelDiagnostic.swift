// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Something worth saying about a model file.
package struct ModelDiagnostic: Codable, Sendable, Equatable, CustomStringConvertible {
  /// How bad it is. A model with an error does not load.
  package enum Severity: String, Codable, Sendable {
    case error, warning
  }

  package var severity: Severity
  /// The file's path.
  package var file: String
  /// Counted from 1; 0 when no line is to blame.
  package var line: Int
  package var message: String

  package init(_ severity: Severity, file: String, line: Int, _ message: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.message = message
  }

  /// `file:line: severity: message`, the form that build tools show in editors.
  package var description: String {
    "\(file):\(max(line, 1)): \(severity.rawValue): \(message)"
  }
}
