// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import ModelFormat

/// The result of a generation: equal models and options give equal text.
package struct GeneratedCode: Sendable, Equatable {
  package var fileName: String
  package var text: String
  /// The diagnostics of the parts that could not be generated. With an error among them the text is
  /// not to be used.
  package var diagnostics: [ModelDiagnostic]
}
