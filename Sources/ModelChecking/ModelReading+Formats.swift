// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import ModelFormat

extension ModelReading {
  /// The reading with what there is to say about its predicates and expressions, which
  /// `ModelFormat` keeps as texts: what does not parse, and keys that nothing has.
  ///
  /// Whoever loads, compiles or checks a model reads it through this, so that all of them refuse the
  /// same models. Linear in the size of the model.
  package func checkingFormats() -> ModelReading {
    adding(FormatCheck(document, file: file).diagnostics())
  }
}

extension ModelReader {
  /// Returns the current version of the model at a place, wholly checked.
  ///
  /// - Throws: `invalid` when the model contradicts itself, and what `read` throws.
  package static func document(at url: URL) throws(ModelFormatError) -> ModelDocument {
    try read(at: url).checkingFormats().validDocument()
  }
}
