// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Turns the XML of one version into a document. Reports into its log; only XML that is no model
/// at all throws. Used once, by one thread.
struct ModelXMLReader {
  static let modelType = "com.apple.IDECoreDataModeler.DataModel"

  let log: DiagnosticLog

  func document(_ xml: Data, name: String) throws(ModelFormatError) -> ModelDocument {
    let root = try ElementParser.root(of: xml, file: log.file)
    guard root.name == "model" else {
      throw .malformed(
        file: log.file, line: root.line.number,
        message: "expected a <model> element, found <\(root.name)>")
    }
    return model(root, name: name)
  }

  private func model(_ element: Element, name: String) -> ModelDocument {
    var fields = ElementFields(element, log)
    var document = ModelDocument(name: name)
    checkType(fields.text("type"), of: element)
    _ = fields.text("documentVersion")  // The only one is 1.0.
    document.versionIdentifier = fields.text("userDefinedModelVersionIdentifier")
    document.sourceLanguage = fields.filledText("sourceLanguage")
    document.usesCloudKit = fields.flag("usedWithCloudKit")
    document.entities = element.children(named: "entity").map(entity)
    document.composites = element.children(named: "composite").map(composite)
    document.fetchRequests = element.children(named: "fetchRequest").map(fetchRequest)
    document.configurations = element.children(named: "configuration").map(configuration)
    fields.warnOfChildren(otherThan: [
      "entity", "composite", "fetchRequest", "configuration", "elements",
    ])
    document.otherAttributes = fields.rest(known: [
      "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
      "usedWithSwiftData", "name", "macOSVersion", "iOSVersion",
    ])
    document.line = element.line
    return document
  }

  private func checkType(_ type: String?, of element: Element) {
    if let type, type != Self.modelType {
      log.warning("expected type '\(Self.modelType)', found '\(type)'", at: element.line)
    }
  }

  private func composite(_ element: Element) -> CompositeDocument {
    var fields = ElementFields(element, log)
    var document = CompositeDocument(name: fields.requiredText("name"))
    document.attributes = element.children(named: "attribute").map(attribute)
    fields.warnOfChildren(otherThan: ["attribute", "userInfo"])
    document.otherAttributes = fields.rest(known: ["elementID"])
    document.line = element.line
    return document
  }

  private func configuration(_ element: Element) -> ConfigurationDocument {
    var fields = ElementFields(element, log)
    var document = ConfigurationDocument(name: fields.requiredText("name"))
    document.usesCloudKit = fields.flag("usedWithCloudKit")
    document.memberEntityNames = element.children(named: "memberEntity").map { member in
      var fields = ElementFields(member, log)
      defer { _ = fields.rest() }
      return fields.requiredText("name")
    }
    fields.warnOfChildren(otherThan: ["memberEntity"])
    document.otherAttributes = fields.rest()
    document.line = element.line
    return document
  }

  func fetchRequest(_ element: Element) -> FetchRequestDocument {
    var fields = ElementFields(element, log)
    var document = FetchRequestDocument(
      name: fields.requiredText("name"), entityName: fields.requiredText("entity"),
      predicateString: fields.filledText("predicateString"))
    document.fetchLimit = fields.count("fetchLimit")
    document.fetchBatchSize = fields.count("fetchBatchSize")
    document.resultType = fields.count("resultType")
    document.includesSubentities = fields.optionalFlag("includeSubentities")
    document.includesPropertyValues = fields.optionalFlag("includePropertyValues")
    document.returnsObjectsAsFaults = fields.optionalFlag("returnObjectsAsFaults")
    document.includesPendingChanges = fields.optionalFlag("includesPendingChanges")
    document.returnsDistinctResults = fields.optionalFlag("returnDistinctResults")
    fields.warnOfChildren(otherThan: [])
    document.otherAttributes = fields.rest()
    document.line = element.line
    return document
  }

  /// Returns the entries of a `<userInfo>` child; a key given twice keeps its last value.
  func userInfo(of element: Element) -> [String: String] {
    let lists = element.children(named: "userInfo")
    for list in lists { ElementFields(list, log).warnOfChildren(otherThan: ["entry"]) }
    let pairs = lists.flatMap { $0.children(named: "entry") }.map { entry in
      var fields = ElementFields(entry, log)
      defer { _ = fields.rest() }
      return (fields.text("key") ?? "", fields.text("value") ?? "")
    }
    return Dictionary(pairs) { _, last in last }
  }
}
