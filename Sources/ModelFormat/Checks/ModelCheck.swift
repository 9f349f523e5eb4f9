// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Checks that a model does not contradict itself, and says what Xcode would warn of.
struct ModelCheck {
  let document: ModelDocument
  let log: DiagnosticLog
  /// The first entity of each name.
  let entities: [String: EntityDocument]

  init(_ document: ModelDocument, _ log: DiagnosticLog) {
    self.document = document
    self.log = log
    entities = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
  }

  func run() {
    checkNames()
    for entity in document.entities {
      checkName(of: entity)
      checkParent(of: entity)
      checkPropertyNames(of: entity)
      checkConstraintsAndIndexes(of: entity)
      for attribute in entity.attributes { check(attribute, owner: entity.name) }
      for relationship in entity.relationships { check(relationship, of: entity) }
      for property in entity.fetchedProperties { check(property, of: entity) }
    }
    for composite in document.composites { check(composite) }
    for request in document.fetchRequests { check(request, "fetch request '\(request.name)'") }
    for configuration in document.configurations { check(configuration) }
  }

  // MARK: - Names and inheritance

  private func checkNames() {
    for entity in Self.repeated(document.entities, by: \.name) {
      log.error("there are two entities named '\(entity.name)'", at: entity.line)
    }
    for composite in Self.repeated(document.composites, by: \.name) {
      log.error("there are two composites named '\(composite.name)'", at: composite.line)
    }
    for request in Self.repeated(document.fetchRequests, by: \.name) {
      log.warning("there are two fetch requests named '\(request.name)'", at: request.line)
    }
    for configuration in Self.repeated(document.configurations, by: \.name) {
      log.warning(
        "there are two configurations named '\(configuration.name)'", at: configuration.line)
    }
  }

  private func checkName(of entity: EntityDocument) {
    guard let first = entity.name.first, first != "_" else { return }
    if !first.isLetter {
      log.error(
        "the name of entity '\(entity.name)' must begin with an uppercase letter", at: entity.line)
    } else if first.isLowercase {
      // Only the editor of Xcode insists on it.
      log.warning(
        "the name of entity '\(entity.name)' should begin with an uppercase letter", at: entity.line
      )
    }
  }

  private func checkParent(of entity: EntityDocument) {
    guard let parent = entity.parentName else { return }
    guard entities[parent] != nil else {
      log.error(
        "the parent '\(parent)' of entity '\(entity.name)' does not exist", at: entity.line)
      return
    }
    let chain = document.ancestry(of: entity.name)
    if let end = chain.last?.parentName, end == entity.name {
      let cycle = (chain.map(\.name) + [end]).joined(separator: " → ")
      log.error("entity '\(entity.name)' inherits from itself: \(cycle)", at: entity.line)
    }
  }

  // MARK: - Requests and configurations

  func check(_ request: FetchRequestDocument, _ subject: String) {
    if !request.entityName.isEmpty, entities[request.entityName] == nil {
      log.warning(
        "the entity '\(request.entityName)' of \(subject) does not exist", at: request.line)
    }
  }

  private func check(_ configuration: ConfigurationDocument) {
    for name in configuration.memberEntityNames where entities[name] == nil {
      log.warning(
        "the entity '\(name)' of configuration '\(configuration.name)' does not exist",
        at: configuration.line)
    }
  }

  /// Returns the items whose name an earlier item has already.
  static func repeated<Item>(_ items: [Item], by name: (Item) -> String) -> [Item] {
    var seen: Set<String> = []
    return items.filter { !name($0).isEmpty && !seen.insert(name($0)).inserted }
  }
}
