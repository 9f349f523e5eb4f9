// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelCheck {
  // MARK: - Names

  func checkPropertyNames(of entity: EntityDocument) {
    for property in Self.repeated(entity.properties, by: \.name) {
      log.error(
        "entity '\(entity.name)' has two properties named '\(property.name)'", at: property.line)
    }
    for property in entity.properties {
      if ReservedPropertyName.contains(property.name) {
        log.error(
          "'\(entity.name).\(property.name)' has the name of a member of NSManagedObject",
          at: property.line)
      } else if !property.name.isEmpty, !PropertyName.isIdentifier(property.name) {
        log.error(
          "'\(entity.name).\(property.name)' is no name that a property can have: it is no "
            + "identifier", at: property.line)
      }
      checkRedeclaration(of: property, in: entity)
    }
  }

  private func checkRedeclaration(of property: PropertySummary, in entity: EntityDocument) {
    for ancestor in document.ancestry(of: entity.name).dropFirst() {
      guard let declared = ancestor.properties.first(where: { $0.name == property.name }) else {
        continue
      }
      let message =
        "'\(entity.name).\(property.name)' is declared by its ancestor '\(ancestor.name)'"
      if declared.kind == property.kind {
        log.warning(message + " already", at: property.line)
      } else {
        log.error(message + " with another type", at: property.line)
      }
    }
  }

  // MARK: - Attributes

  func check(_ attribute: AttributeDocument, owner: String) {
    let subject = "'\(owner).\(attribute.name)'"
    checkFirstLetter(of: attribute, subject)
    checkComposite(of: attribute, subject)
    if attribute.isDerived && attribute.derivationExpression == nil {
      log.warning("derived attribute \(subject) has no derivation expression", at: attribute.line)
    }
    if attribute.kind == .undefined && !attribute.isTransient {
      log.error(
        "persistent attribute \(subject) has no type; give it one or make it transient",
        at: attribute.line)
    }
    if isInCloud(owner), !attribute.isOptional, !attribute.isTransient,
      attribute.defaultValueString == nil, attribute.defaultDateTimeInterval == nil
    {
      log.warning(
        "\(subject) must be optional or have a default for use with CloudKit", at: attribute.line)
    }
  }

  private func checkFirstLetter(of attribute: AttributeDocument, _ subject: String) {
    guard let first = attribute.name.first, first != "_" else { return }
    if !first.isLetter {
      log.error(
        "the name of attribute \(subject) must begin with a lowercase letter", at: attribute.line)
    } else if first.isUppercase {
      // As of entities.
      log.warning(
        "the name of attribute \(subject) should begin with a lowercase letter",
        at: attribute.line)
    }
  }

  private func checkComposite(of attribute: AttributeDocument, _ subject: String) {
    guard attribute.kind == .composite else { return }
    guard let name = attribute.compositeName else {
      log.error("attribute \(subject) does not name its composite", at: attribute.line)
      return
    }
    if document.composite(named: name) == nil {
      log.error(
        "the composite '\(name)' of attribute \(subject) does not exist", at: attribute.line)
    }
  }

  private func isInCloud(_ entityName: String) -> Bool {
    document.usesCloudKit
      || document.configurations.contains {
        $0.usesCloudKit && $0.memberEntityNames.contains(entityName)
      }
  }

  // MARK: - Composites

  func check(_ composite: CompositeDocument) {
    for attribute in Self.repeated(composite.attributes, by: \.name) {
      log.error(
        "composite '\(composite.name)' has two attributes named '\(attribute.name)'",
        at: attribute.line)
    }
    for attribute in composite.attributes { check(attribute, owner: composite.name) }
    if contains(composite.name, inside: composite, path: []) {
      log.error("composite '\(composite.name)' contains itself", at: composite.line)
    }
  }

  private func contains(_ name: String, inside composite: CompositeDocument, path: Set<String>)
    -> Bool
  {
    composite.attributes.filter { $0.kind == .composite }.compactMap(\.compositeName)
      .contains { inner in
        if inner == name { return true }
        guard !path.contains(inner), let next = document.composite(named: inner) else {
          return false
        }
        return contains(name, inside: next, path: path.union([inner]))
      }
  }

  // MARK: - Constraints and indexes

  func checkConstraintsAndIndexes(of entity: EntityDocument) {
    let known = Set(document.propertyOrder(of: entity.name))
    checkConstraints(of: entity, known)
    for index in Self.repeated(entity.fetchIndexes, by: \.name) {
      log.warning(
        "entity '\(entity.name)' has two indexes named '\(index.name)'", at: index.line)
    }
    for index in entity.fetchIndexes {
      for name in index.elements.compactMap(\.property) where !known.contains(Self.root(of: name)) {
        log.warning(
          "index '\(index.name)' of entity '\(entity.name)' names the unknown property '\(name)'",
          at: index.line)
      }
    }
  }

  /// Only what has a column can be unique.
  private func checkConstraints(of entity: EntityDocument, _ known: Set<String>) {
    for name in entity.uniquenessConstraints.joined() {
      if !known.contains(Self.root(of: name)) {
        log.error(
          "a uniqueness constraint of entity '\(entity.name)' names the unknown property '\(name)'",
          at: entity.line)
      } else if !hasColumn(name, in: entity) {
        log.error(
          "a uniqueness constraint of entity '\(entity.name)' names '\(name)', which is no stored "
            + "attribute or to-one relationship", at: entity.line)
      }
    }
  }

  /// Returns true if a name, or a path into composites, is that of a stored attribute or to-one.
  private func hasColumn(_ path: String, in entity: EntityDocument) -> Bool {
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let root = names.removeFirst()
    for member in document.ancestry(of: entity.name) {
      if let relationship = member.relationship(named: root) {
        return names.isEmpty && !relationship.isToMany && !relationship.isTransient
      }
      if let attribute = member.attribute(named: root) {
        return !attribute.isTransient && isLeaf(names[...], of: attribute)
      }
    }
    return false
  }

  private func isLeaf(_ path: ArraySlice<String>, of attribute: AttributeDocument) -> Bool {
    guard attribute.kind == .composite else { return path.isEmpty }
    let composite = attribute.compositeName.flatMap(document.composite(named:))
    guard let name = path.first, let next = composite?.attributes.first(where: { $0.name == name })
    else { return false }
    return isLeaf(path.dropFirst(), of: next)
  }

  /// The property a key path into a composite begins with.
  private static func root(of path: String) -> String {
    path.prefix { $0 != "." }.description
  }
}
