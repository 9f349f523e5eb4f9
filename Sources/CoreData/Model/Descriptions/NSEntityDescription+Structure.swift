// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension NSEntityDescription {
  /// The entity and all its descendants, parents before children.
  final var hierarchy: [NSEntityDescription] { [self] + subentities.flatMap(\.hierarchy) }

  final func adoptSubentities(instead former: [NSEntityDescription]) {
    for child in former where !subentities.contains(where: { $0 === child }) {
      child.parent = nil
    }
    for child in subentities { adopt(child) }
  }

  private func adopt(_ child: NSEntityDescription) {
    if let other = child.parent, other !== self {
      raise(
        .invalidArgument,
        "The entity '\(child.name ?? "")' is already a subentity of '\(other.name ?? "")'.")
    }
    var ancestor: NSEntityDescription? = self
    while let current = ancestor {
      if current === child {
        raise(
          .invalidArgument, "The entity '\(child.name ?? "")' cannot be its own ancestor.")
      }
      ancestor = current.parent
    }
    child.parent = self
  }

  final func adoptIndexes(instead former: [NSFetchIndexDescription]) {
    for index in former where index.owner === self { index.owner = nil }
    var names: Set<String> = []
    for index in indexes {
      guard names.insert(index.name).inserted else {
        raise(
          .invalidArgument, "The entity '\(name ?? "")' has two indexes named '\(index.name)'.")
      }
      index.owner = self
    }
  }

  final func index(over names: [String]) -> NSFetchIndexDescription {
    if let existing = indexes.first(where: { $0.elements.map(\.propertyName) == names }) {
      return existing
    }
    let elements = names.map {
      NSFetchIndexElementDescription(propertyName: $0, collationType: .binary, isAscending: true)
    }
    return NSFetchIndexDescription(name: names.joined(separator: "_"), elements: elements)
  }

  /// Returns true if both describe the same, compared by names where entities refer to each other.
  final func hasEqualContent(_ other: NSEntityDescription) -> Bool {
    name == other.name && className == other.className && isAbstract == other.isAbstract
      && parent?.name == other.parent?.name
      && Set(subentities.map(\.name)) == Set(other.subentities.map(\.name))
      && versionHashModifier == other.versionHashModifier
      && renamingIdentifier == other.renamingIdentifier
      && ContentEquality.equal(userInfo, other.userInfo)
      && ownUniquenessConstraints == other.ownUniquenessConstraints
      && Set(indexes) == Set(other.indexes)
      && propertyTable.hasEqualContent(other.propertyTable)
  }
}

// Iterating an entity enumerates its properties, as fast enumeration does.
extension NSEntityDescription: Sequence {
  /// Returns the properties, the inherited first.
  public func makeIterator() -> IndexingIterator<[NSPropertyDescription]> {
    properties.makeIterator()
  }
}
