// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelChecking
import ModelFormat

/// A model with what there is to say about it. A file that is not well-formed gives a report
/// without a document.
struct ModelReport {
  let path: String
  let document: ModelDocument?
  let diagnostics: [ModelDiagnostic]

  /// Fails when there is no file that could be a model.
  init(path: String) throws {
    self.path = path
    do throws(ModelFormatError) {
      let reading = try ModelReader.read(at: URL(fileURLWithPath: path)).checkingFormats()
      document = reading.document
      diagnostics = reading.diagnostics
    } catch {
      guard case .malformed = error else { throw ToolFailure(error.description) }
      document = nil
      diagnostics = error.diagnostics
    }
  }

  var errors: [ModelDiagnostic] { diagnostics.filter { $0.severity == .error } }

  var json: JSONValue {
    let hashes = document?.entityVersionHashes() ?? [:]
    let entities = document?.entities.map { $0.json(versionHash: hashes[$0.name]) }
    let configurations = document?.configurations.map {
      ($0.name, JSONValue($0.memberEntityNames))
    }
    return [
      "name": JSONValue(document?.name),
      "entities": .array(entities ?? []),
      "composites": .array(document?.composites.map(\.json) ?? []),
      "configurations": .object(Dictionary(configurations ?? []) { _, last in last }),
      "fetchRequests": .array(document?.fetchRequests.map(\.json) ?? []),
      "versionChecksum": JSONValue(document?.versionChecksum),
      "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}
