// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelXMLReader {
  func attribute(_ element: Element) -> AttributeDocument {
    var fields = ElementFields(element, log)
    var document = AttributeDocument(name: fields.requiredText("name"))
    document.kind = kind(&fields)
    document.isOptional = fields.flag("optional")
    document.isTransient = fields.flag("transient")
    document.compositeName = fields.filledText("composite")
    readDefaults(&fields, into: &document)
    readFacets(&fields, into: &document)
    readStorage(&fields, into: &document)
    document.isDerived = fields.flag("derived")
    document.derivationExpression = fields.filledText("derivationExpression")
    document.versionHashModifier = fields.filledText("versionHashModifier")
    document.renamingIdentifier = renamingIdentifier(&fields)
    document.isIndexed = fields.flag("indexed")
    document.isIndexedBySpotlight = fields.flag("spotlightIndexingEnabled")
    document.userInfo = userInfo(of: element)
    fields.warnOfChildren(otherThan: ["userInfo"])
    document.otherAttributes = fields.rest(known: ["storedInTruthFile", "syncable"])
    document.line = element.line
    return document
  }

  /// An unknown type is an error: a value of it could be neither stored nor hashed.
  private func kind(_ fields: inout ElementFields) -> AttributeKind {
    guard let text = fields.filledText("attributeType"), text != "Undefined" else {
      return .undefined
    }
    if let kind = AttributeKind(xmlName: text) { return kind }
    log.error("unknown attributeType '\(text)' of \(fields.subject)", at: fields.element.line)
    return .undefined
  }

  private func readDefaults(_ fields: inout ElementFields, into document: inout AttributeDocument) {
    document.defaultValueString = fields.text("defaultValueString")
    document.defaultDateTimeInterval = fields.double("defaultDateTimeInterval")
    checkText(document.defaultValueString, role: "default", kind: document.kind, fields: fields)
  }

  /// A text that is no value of the type counts as 0, as NO or as none; its author should know.
  private func checkText(
    _ text: String?, role: String, kind: AttributeKind, fields: ElementFields
  ) {
    guard let text, let problem = DefaultValueParser.problem(with: text, of: kind) else { return }
    log.warning(
      "the \(role) '\(text)' of \(fields.subject) \(problem)", at: fields.element.line)
  }

  private func readFacets(_ fields: inout ElementFields, into document: inout AttributeDocument) {
    document.regularExpressionString = fields.filledText("regularExpressionString")
    document.minValueString = fields.filledText("minValueString")
    document.maxValueString = fields.filledText("maxValueString")
    document.minDateTimeInterval = fields.double("minDateTimeInterval")
    document.maxDateTimeInterval = fields.double("maxDateTimeInterval")
    let kind = document.kind == .string ? AttributeKind.integer64 : document.kind
    guard kind.isNumeric else { return }
    checkText(document.minValueString, role: "minimum", kind: kind, fields: fields)
    checkText(document.maxValueString, role: "maximum", kind: kind, fields: fields)
  }

  private func readStorage(_ fields: inout ElementFields, into document: inout AttributeDocument) {
    document.usesScalarValueType = fields.flag("usesScalarValueType")
    document.valueTransformerName = fields.filledText("valueTransformerName")
    document.customClassName = fields.filledText("customClassName")
    document.allowsExternalBinaryDataStorage = fields.flag("allowsExternalBinaryDataStorage")
    document.allowsCloudEncryption = fields.flag("allowsCloudEncryption")
    document.preservesValueAfterDeletion = fields.flag("preserveAfterDeletion")
  }

  func relationship(_ element: Element) -> RelationshipDocument {
    var fields = ElementFields(element, log)
    var document = RelationshipDocument(
      name: fields.requiredText("name"), destination: fields.filledText("destinationEntity") ?? "")
    document.isOptional = fields.flag("optional")
    document.isTransient = fields.flag("transient")
    let isToMany = fields.flag("toMany")
    document.minCount = fields.integer("minCount") ?? 0
    document.maxCount = fields.integer("maxCount") ?? (isToMany ? 0 : 1)
    document.isOrdered = fields.flag("ordered")
    document.deletionRule =
      fields.choice("deletionRule", DeletionRule.init(xmlName:)) ?? .noAction
    document.inverseName = fields.filledText("inverseName")
    document.inverseEntityName = fields.filledText("inverseEntity")
    document.versionHashModifier = fields.filledText("versionHashModifier")
    document.renamingIdentifier = renamingIdentifier(&fields)
    document.isIndexed = fields.flag("indexed")
    document.isIndexedBySpotlight = fields.flag("spotlightIndexingEnabled")
    document.userInfo = userInfo(of: element)
    fields.warnOfChildren(otherThan: ["userInfo"])
    document.otherAttributes = fields.rest(known: ["storedInTruthFile", "syncable"])
    document.line = element.line
    return document
  }

  func fetchedProperty(_ element: Element) -> FetchedPropertyDocument {
    var fields = ElementFields(element, log)
    var document = FetchedPropertyDocument(name: fields.requiredText("name"))
    document.isOptional = fields.flag("optional")
    document.fetchRequest = element.children(named: "fetchRequest").first.map(fetchRequest)
    document.renamingIdentifier = renamingIdentifier(&fields)
    document.userInfo = userInfo(of: element)
    fields.warnOfChildren(otherThan: ["fetchRequest", "userInfo"])
    document.otherAttributes = fields.rest(known: [
      "transient", "syncable", "versionHashModifier", "indexed", "spotlightIndexingEnabled",
      "storedInTruthFile",
    ])
    document.line = element.line
    return document
  }

  private func renamingIdentifier(_ fields: inout ElementFields) -> String? {
    let elementID = fields.filledText("elementID")
    let written = fields.filledText("renamingIdentifier")
    return elementID ?? written
  }
}
