// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The `<object>` elements of an XML store.
final class XMLObjectReader {
  private let assembly: NodeAssembly
  private let problem: FileProblem
  private let isStrict: Bool
  /// The form of the texts, as the header tells it.
  var form = XMLEscaping.Form.swappedUnits
  private var draft: NodeAssembly.Draft?
  private var place: RecordNames.Place?

  init(_ assembly: NodeAssembly) {
    self.assembly = assembly
    problem = assembly.problem
    isStrict = assembly.flag(NSValidateXMLStoreOption)
  }

  func begin(_ attributes: [String: String]) throws {
    guard let entity = attributes["type"], let name = attributes["id"] else {
      throw problem.damaged("an object has no type, or no ID.")
    }
    draft = try assembly.draft(of: entity, named: name)
  }

  func end() { draft = nil }

  /// Begins an element within an object; false for one that objects do not have.
  func begin(_ element: String, _ attributes: [String: String]) throws -> Bool {
    guard let draft else { return true }
    if element == "attribute" || element == "relationship", attributes["name"] == nil {
      throw problem.damaged("a property of \(draft.name) has no name.")
    }
    switch element {
    case "attribute": try beginAttribute(draft, attributes)
    case "relationship": try relationship(draft, attributes)
    default: return false
    }
    return true
  }

  func end(_ element: String, _ text: String) throws {
    guard let draft, let place, element == "attribute" else { return }
    self.place = nil
    guard let value = XMLValue.value(text, of: place.attribute, escaped: form) else {
      throw problem.unfit(
        "'\(place.path.joined(separator: "."))' of \(draft.name) has a value that is no "
          + "\(XMLValue.typeName(place.attribute.type) ?? "value"), or out of its range: "
          + "'\(text.prefix(40))'.")
    }
    place.set(value, in: draft.node)
  }

  private func beginAttribute(
    _ draft: NodeAssembly.Draft, _ attributes: [String: String]
  ) throws {
    guard let name = attributes["name"], let place = draft.properties.attributes[name] else {
      throw problem.unfit(
        "\(draft.name) has the attribute '\(attributes["name"] ?? "")', which its entity "
          + "'\(draft.node.objectID.entity.name ?? "")' does not have.")
    }
    guard place.value(of: draft.node) == nil else {
      throw problem.unfit("\(draft.name) has '\(name)' twice.")
    }
    let type = XMLValue.typeName(place.attribute.type)
    if isStrict, attributes["type"] != type {
      throw problem.unfit(
        "'\(name)' of \(draft.name) is \(attributes["type"] ?? "without type"), not \(type ?? "").")
    }
    self.place = place
  }

  private func relationship(
    _ draft: NodeAssembly.Draft, _ attributes: [String: String]
  ) throws {
    guard let name = attributes["name"], let known = draft.properties.relationships[name] else {
      throw problem.unfit(
        "\(draft.name) has the relationship '\(attributes["name"] ?? "")', which its entity "
          + "'\(draft.node.objectID.entity.name ?? "")' does not have.")
    }
    if isStrict, let destination = attributes["destination"],
      assembly.names.entities[destination]?.name != known.destinationEntity?.name
    {
      throw problem.unfit("'\(name)' of \(draft.name) does not lead to \(destination).")
    }
    let names = (attributes["idrefs"] ?? "").split(whereSeparator: \.isWhitespace)
    guard draft.link(known, to: names.map(String.init)) else {
      throw problem.unfit("\(draft.name) has '\(name)' twice.")
    }
  }
}
