// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A document with everything the reader and the checks have to say about it.
package struct ModelReading: Sendable, Equatable {
  package var document: ModelDocument
  /// In the order of the file's lines.
  package var diagnostics: [ModelDiagnostic]

  /// Whether the model contradicts itself and must not be used.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The document, if nothing in it is an error.
  ///
  /// - Throws: `invalid` with all diagnostics.
  package func validDocument() throws(ModelFormatError) -> ModelDocument {
    if hasErrors {
      throw .invalid(file: diagnostics.first?.file ?? document.name, diagnostics: diagnostics)
    }
    return document
  }
}
