// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why no mapping model can be inferred (R-PSC-536).
enum InferenceProblem: Equatable, CustomStringConvertible {
  case ambiguousEntities(destinations: [String], sources: [String])
  case ambiguousProperties(entity: String, destinations: [String], sources: [String])
  case mergedHierarchies(root: String, sources: [String])
  case attributeType(entity: String, name: String, from: String, to: String)
  case externalStorage(entity: String, name: String, isExternal: Bool)
  case kind(entity: String, name: String)
  case toOne(entity: String, name: String)
  case destination(entity: String, name: String, from: String, to: String)

  /// A sentence that names the subject and says what would help.
  var description: String {
    switch self {
    case .ambiguousEntities(let destinations, let sources):
      "It is not clear which of \(Self.list(sources)) becomes which of \(Self.list(destinations)): "
        + "give each entity a renaming identifier of its own."
    case .ambiguousProperties(let entity, let destinations, let sources):
      "It is not clear which of \(entity)'s former properties \(Self.list(sources)) becomes which of "
        + "\(Self.list(destinations)): give each property a renaming identifier of its own."
    case .mergedHierarchies(let root, let sources):
      "The entities \(Self.list(sources)) have no common ancestor, and get the common ancestor "
        + "\(root): their objects would get each other's numbers."
    case .attributeType(let entity, let name, let from, let to):
      "The type of \(entity).\(name) changes from \(from) to \(to)."
    case .externalStorage(let entity, let name, let isExternal):
      "\(entity).\(name) begins or ends to allow external storage (now: \(isExternal))."
    case .kind(let entity, let name):
      "\(entity).\(name) is an attribute in one version and a relationship in the other."
    case .toOne(let entity, let name):
      "\(entity).\(name) was to-many and is to-one: which object should stay is not clear."
    case .destination(let entity, let name, let from, let to):
      "\(entity).\(name) led to \(from) and leads to \(to), which is another entity."
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
