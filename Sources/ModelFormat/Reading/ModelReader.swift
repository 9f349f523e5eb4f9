// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Reads models: `.xcdatamodeld` and `.xcdatamodel` bundles, `contents` files, and any XML file
/// with a `<model>` root. Stateless; any thread; the cost is one pass over one file.
package enum ModelReader {
  /// Returns the current version of the model at a place, with all diagnostics.
  ///
  /// - Throws: when there is no model, no current version, or XML that is not well-formed.
  package static func read(at url: URL) throws(ModelFormatError) -> ModelReading {
    try ModelBundle(at: url).read()
  }

  /// Returns a model from its XML. The file is named in diagnostics.
  ///
  /// - Throws: `malformed`.
  package static func read(
    xml: Data, name: String, file: String
  ) throws(ModelFormatError) -> ModelReading {
    let log = DiagnosticLog(file: file)
    let document = try ModelXMLReader(log: log).document(xml, name: name)
    ModelCheck(document, log).run()
    return ModelReading(document: document, file: file, diagnostics: [])
      .adding(log.diagnostics)
  }
}
