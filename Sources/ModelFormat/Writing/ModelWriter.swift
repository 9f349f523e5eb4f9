// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Writes documents as the `contents` XML that Xcode reads. Stateless; any thread.
///
/// Reading the result gives an equal document. What is at its default is left out, so that the
/// text of equal documents is equal, byte for byte.
package enum ModelWriter {
  /// Returns the XML of a model.
  package static func xml(_ document: ModelDocument) -> String {
    var text = XMLText()
    text.element(
      "model",
      [
        ("type", ModelXMLReader.modelType), ("documentVersion", "1.0"),
        ("sourceLanguage", document.sourceLanguage),
        ("usedWithCloudKit", flag(document.usesCloudKit)),
        ("userDefinedModelVersionIdentifier", document.versionIdentifier),
      ], other: document.otherAttributes, hasContent: true
    ) { text in
      for entity in document.entities { write(entity, to: &text) }
      for composite in document.composites { write(composite, to: &text) }
      for request in document.fetchRequests { write(request, to: &text) }
      for configuration in document.configurations { write(configuration, to: &text) }
    }
    return text.text
  }

  /// Writes a single-version `.xcdatamodeld` bundle, replacing its files of the same names.
  ///
  /// - Throws: `unreadable` naming the bundle when a file cannot be written.
  package static func write(
    _ document: ModelDocument, toBundle bundle: URL
  ) throws(ModelFormatError) {
    let folder = bundle.appendingPathComponent(document.name + ".xcdatamodel")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(xml(document).utf8).write(to: folder.appendingPathComponent("contents"))
      let current = ["_XCCurrentVersionName": folder.lastPathComponent]
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .xml
      try encoder.encode(current).write(to: bundle.appendingPathComponent(".xccurrentversion"))
    } catch {
      throw .unreadable(file: bundle.path, reason: error.localizedDescription)
    }
  }

  // MARK: - Vocabulary

  /// `YES`, or nothing for the default.
  static func flag(_ value: Bool) -> String? { value ? "YES" : nil }

  /// `YES` or `NO`, or nothing when the file shall not say.
  static func flag(_ value: Bool?) -> String? { value.map { $0 ? "YES" : "NO" } }

  static func number(_ value: Int?) -> String? { value.map(String.init) }

  /// Returns a number that reads back equal; whole ones without a fraction, as Xcode writes them.
  static func number(_ value: Double?) -> String? {
    value.map { Int64(exactly: $0).map(String.init) ?? String($0) }
  }

  // MARK: - Elements

  private static func write(_ composite: CompositeDocument, to text: inout XMLText) {
    text.element(
      "composite", [("name", composite.name)], other: composite.otherAttributes,
      hasContent: !composite.attributes.isEmpty
    ) { text in
      for attribute in composite.attributes { write(attribute, to: &text) }
    }
  }

  private static func write(_ configuration: ConfigurationDocument, to text: inout XMLText) {
    text.element(
      "configuration",
      [("name", configuration.name), ("usedWithCloudKit", flag(configuration.usesCloudKit))],
      other: configuration.otherAttributes, hasContent: !configuration.memberEntityNames.isEmpty
    ) { text in
      for name in configuration.memberEntityNames { text.element("memberEntity", [("name", name)]) }
    }
  }

  static func write(_ request: FetchRequestDocument, to text: inout XMLText) {
    text.element(
      "fetchRequest",
      [
        ("name", request.name), ("entity", request.entityName),
        ("predicateString", request.predicateString),
        ("fetchLimit", number(request.fetchLimit)),
        ("fetchBatchSize", number(request.fetchBatchSize)),
        ("resultType", number(request.resultType)),
        ("includeSubentities", flag(request.includesSubentities)),
        ("includePropertyValues", flag(request.includesPropertyValues)),
        ("returnObjectsAsFaults", flag(request.returnsObjectsAsFaults)),
        ("includesPendingChanges", flag(request.includesPendingChanges)),
        ("returnDistinctResults", flag(request.returnsDistinctResults)),
      ], other: request.otherAttributes)
  }

  static func write(userInfo: [String: String], to text: inout XMLText) {
    guard !userInfo.isEmpty else { return }
    text.element("userInfo", [], hasContent: true) { text in
      for (key, value) in userInfo.sorted(by: { PropertyOrder.precedes($0.key, $1.key) }) {
        text.element("entry", [("key", key), ("value", value)])
      }
    }
  }
}
