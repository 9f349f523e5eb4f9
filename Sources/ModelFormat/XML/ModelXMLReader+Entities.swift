// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelXMLReader {
  func entity(_ element: Element) -> EntityDocument {
    var fields = ElementFields(element, log)
    var document = EntityDocument(name: fields.requiredText("name"))
    document.className = fields.text("representedClassName") ?? ""
    document.parentName = fields.filledText("parentEntity")
    document.isAbstract = fields.flag("isAbstract")
    document.codeGeneration =
      fields.choice("codeGenerationType") { $0 == "none" ? .manual : CodeGeneration(rawValue: $0) }
      ?? .manual
    document.renamingIdentifier = fields.filledText("elementID")
    document.versionHashModifier = fields.filledText("versionHashModifier")
    readProperties(of: element, into: &document)
    readIndexes(of: element, into: &document)
    document.userInfo = userInfo(of: element)
    fields.warnOfChildren(otherThan: [
      "attribute", "relationship", "fetchedProperty", "fetchIndex", "uniquenessConstraints",
      "compoundIndexes", "userInfo",
    ])
    document.otherAttributes = fields.rest(known: [
      "syncable", "coreSpotlightDisplayNameExpression",
    ])
    document.line = element.line
    return document
  }

  private func readProperties(of element: Element, into document: inout EntityDocument) {
    document.attributes = element.children(named: "attribute").map(attribute)
    document.relationships = element.children(named: "relationship").map(relationship)
    document.fetchedProperties = element.children(named: "fetchedProperty").map(fetchedProperty)
  }

  private func readIndexes(of element: Element, into document: inout EntityDocument) {
    document.fetchIndexes = element.children(named: "fetchIndex").map(fetchIndex)
    document.uniquenessConstraints = nameLists(
      in: element, outer: "uniquenessConstraints", group: "uniquenessConstraint", item: "constraint"
    )
    document.compoundIndexes = nameLists(
      in: element, outer: "compoundIndexes", group: "compoundIndex", item: "index")
  }

  private func fetchIndex(_ element: Element) -> FetchIndexDocument {
    var fields = ElementFields(element, log)
    var document = FetchIndexDocument(name: fields.requiredText("name"))
    document.partialIndexPredicate = fields.filledText("partialIndexPredicate")
    document.elements = element.children(named: "fetchIndexElement").map(fetchIndexElement)
    fields.warnOfChildren(otherThan: ["fetchIndexElement"])
    document.otherAttributes = fields.rest()
    document.line = element.line
    return document
  }

  private func fetchIndexElement(_ element: Element) -> FetchIndexElementDocument {
    var fields = ElementFields(element, log)
    var document = FetchIndexElementDocument()
    document.property = fields.filledText("property")
    document.expression = fields.filledText("expression")
    document.expressionType = fields.filledText("expressionType")
    document.isRTree = fields.choice("type", ["Binary": false, "RTree": true].value(of:)) ?? false
    document.isAscending =
      fields.choice("order", ["ascending": true, "descending": false].value(of:)) ?? true
    if document.property == nil && document.expression == nil {
      log.warning("\(fields.subject) names neither a property nor an expression", at: element.line)
    }
    document.otherAttributes = fields.rest()
    document.line = element.line
    return document
  }

  /// Lists of names written as `<outer><group><item value="…"/></group></outer>`. An empty name is an error
  /// in a constraint, and passed over in an index, which is made without it.
  private func nameLists(
    in element: Element, outer: String, group: String, item: String
  ) -> [[String]] {
    let all = element.children(named: outer)
    for list in all { ElementFields(list, log).warnOfChildren(otherThan: [group]) }
    return all.flatMap { $0.children(named: group) }.map { list in
      ElementFields(list, log).warnOfChildren(otherThan: [item])
      return list.children(named: item).compactMap { entry in
        var fields = ElementFields(entry, log)
        defer { _ = fields.rest() }
        return item == "index" ? fields.filledText("value") : fields.requiredText("value")
      }
    }
  }
}

extension [String: Bool] {
  fileprivate func value(of text: String) -> Bool? { self[text] }
}
