// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why a model could not be loaded.
package enum ModelFormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file is missing or cannot be read.
  case unreadable(file: String, reason: String)
  /// A file that is no model that can be read.
  case notAModel(file: String, reason: String)
  /// A bundle of Xcode 3 with a binary `elements` archive instead of XML.
  case unsupportedLegacyFormat(file: String)
  /// The XML is not well-formed, or not a model.
  case malformed(file: String, line: Int, message: String)
  /// A bundle of several versions that does not say which is current.
  case noCurrentVersion(file: String, versions: [String])
  /// A version that the bundle does not have.
  case unknownVersion(file: String, name: String, versions: [String])
  /// The model contradicts itself; at least one of the diagnostics is an error.
  case invalid(file: String, diagnostics: [ModelDiagnostic])

  /// The same as diagnostics, for tools that print `file:line: error: …`.
  package var diagnostics: [ModelDiagnostic] {
    switch self {
    case .unreadable(let file, let reason):
      [ModelDiagnostic(.error, file: file, line: 0, "cannot read the file: \(reason)")]
    case .notAModel(let file, let reason):
      [ModelDiagnostic(.error, file: file, line: 0, "not a model: \(reason)")]
    case .unsupportedLegacyFormat(let file):
      [
        ModelDiagnostic(
          .error, file: file, line: 0,
          "unsupported legacy model format: open and save the model in a current Xcode")
      ]
    case .malformed(let file, let line, let message):
      [ModelDiagnostic(.error, file: file, line: line, message)]
    case .noCurrentVersion(let file, let versions):
      [
        ModelDiagnostic(
          .error, file: file, line: 0,
          ".xccurrentversion names no current version; versions are \(Self.list(versions))")
      ]
    case .unknownVersion(let file, let name, let versions):
      [
        ModelDiagnostic(
          .error, file: file, line: 0,
          "there is no version '\(name)'; versions are \(Self.list(versions))")
      ]
    case .invalid(_, let diagnostics): diagnostics
    }
  }

  /// The errors, one on a line.
  package var description: String {
    diagnostics.filter { $0.severity == .error }.map(\.description).joined(separator: "\n")
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
