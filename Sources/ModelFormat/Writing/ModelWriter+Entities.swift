// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelWriter {
  static func write(_ entity: EntityDocument, to text: inout XMLText) {
    let codeGeneration = entity.codeGeneration
    text.element(
      "entity",
      [
        ("name", entity.name),
        ("representedClassName", entity.className.isEmpty ? nil : entity.className),
        ("isAbstract", flag(entity.isAbstract)), ("parentEntity", entity.parentName),
        ("elementID", entity.renamingIdentifier),
        ("versionHashModifier", entity.versionHashModifier),
        ("codeGenerationType", codeGeneration == .manual ? nil : codeGeneration.rawValue),
      ], other: entity.otherAttributes, hasContent: true
    ) { text in
      for attribute in entity.attributes { write(attribute, to: &text) }
      for relationship in entity.relationships { write(relationship, to: &text) }
      for property in entity.fetchedProperties { write(property, to: &text) }
      for index in entity.fetchIndexes { write(index, to: &text) }
      write(
        entity.compoundIndexes, outer: "compoundIndexes", group: "compoundIndex", item: "index",
        to: &text)
      write(
        entity.uniquenessConstraints, outer: "uniquenessConstraints", group: "uniquenessConstraint",
        item: "constraint", to: &text)
      write(userInfo: entity.userInfo, to: &text)
    }
  }

  private static func write(_ index: FetchIndexDocument, to text: inout XMLText) {
    text.element(
      "fetchIndex",
      [("name", index.name), ("partialIndexPredicate", index.partialIndexPredicate)],
      other: index.otherAttributes, hasContent: !index.elements.isEmpty
    ) { text in
      for element in index.elements {
        text.element(
          "fetchIndexElement",
          [
            ("property", element.property), ("expression", element.expression),
            ("expressionType", element.expressionType),
            ("type", element.isRTree ? "RTree" : "Binary"),
            ("order", element.isAscending ? "ascending" : "descending"),
          ], other: element.otherAttributes)
      }
    }
  }

  /// Lists of names as `<outer><group><item value="…"/></group></outer>`.
  private static func write(
    _ lists: [[String]], outer: String, group: String, item: String,
    to text: inout XMLText
  ) {
    guard !lists.isEmpty else { return }
    text.element(outer, [], hasContent: true) { text in
      for list in lists {
        text.element(group, [], hasContent: !list.isEmpty) { text in
          for name in list { text.element(item, [("value", name)]) }
        }
      }
    }
  }
}
