// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A document with everything the reader and the checks have to say about it.
package struct ModelReading: Sendable, Equatable {
  package var document: ModelDocument
  /// The path of the file, as diagnostics name it.
  package var file: String
  /// In the order of the file's lines.
  package var diagnostics: [ModelDiagnostic]

  /// True if the model contradicts itself and must not be used.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The same with more diagnostics, put where their lines belong.
  package func adding(_ more: [ModelDiagnostic]) -> ModelReading {
    let ordered = (diagnostics + more).enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }
    return ModelReading(document: document, file: file, diagnostics: ordered.map(\.element))
  }

  /// Returns the document, if nothing in it is an error.
  ///
  /// - Throws: `invalid` with all diagnostics.
  package func validDocument() throws(ModelFormatError) -> ModelDocument {
    if hasErrors {
      throw .invalid(file: file, diagnostics: diagnostics)
    }
    return document
  }
}
