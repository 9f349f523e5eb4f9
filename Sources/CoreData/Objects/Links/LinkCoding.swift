// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import enum QueryLowering.LinkKind

/// Links between the values that clients give and what stores keep: the URI of a to-one link, and the
/// URIs of a to-many in ascending order, each between bars.
///
/// An object that is not saved yet has its temporary URI in cells; rows for stores get the permanent
/// one.
enum LinkCoding {
  private static let bar: Character = "|"

  /// Returns the cell for a client's value: objects, IDs, URIs of objects, collections of them. Nil
  /// for anything else.
  static func cell(_ value: Any?, _ kind: LinkKind) -> PropertyValue? {
    guard let value else { return .null }
    switch kind {
    case .toOne: return uri(of: value).flatMap { cell([$0], kind) }
    case .toMany:
      if let text = value as? String { return stored(text) }
      guard let members = elements(of: value) else { return nil }
      let uris = members.compactMap(uri)
      return uris.count == members.count ? cell(uris, kind) : nil
    }
  }

  /// Returns the cell that holds URIs.
  static func cell(_ uris: [String], _ kind: LinkKind) -> PropertyValue {
    guard let first = uris.first else { return .null }
    switch kind {
    case .toOne: return URL(string: first).map { .boxed(ValueBox($0)) } ?? .null
    case .toMany:
      let text = Set(uris).sorted().joined(separator: String(bar))
      return .boxed(ValueBox("\(bar)\(text)\(bar)"))
    }
  }

  /// Returns the URIs that a cell holds.
  static func uris(_ cell: PropertyValue) -> [String] {
    switch cell {
    case .boxed(let box):
      switch box.value {
      case let url as URL: [url.absoluteString]
      case let text as String: uris(in: text)
      default: []
      }
    case .string(let text): uris(in: text)
    default: []
    }
  }

  /// Returns the text that a list of URIs contains if it has one of them.
  static func member(_ uri: String) -> String { "\(bar)\(uri)\(bar)" }

  /// Returns the URI of an object, an ID, or a URI itself; nil for anything else.
  static func uri(of value: Any) -> String? {
    switch value {
    case let object as NSManagedObject: object.objectID.uriRepresentation().absoluteString
    case let id as NSManagedObjectID: id.uriRepresentation().absoluteString
    case let url as URL where url.scheme == "x-coredata": url.absoluteString
    default: nil
    }
  }

  /// Returns the members of a collection; nil for what is none.
  static func elements(of value: Any) -> [Any]? {
    switch value {
    case let set as Set<AnyHashable>: set.map(\.base)
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as [Any]: array
    default: nil
    }
  }

  private static func uris(in text: String) -> [String] {
    text.split(separator: bar).map(String.init)
  }

  /// The list as a store has it, which its client may hand back.
  private static func stored(_ text: String) -> PropertyValue? {
    let uris = uris(in: text)
    return uris.allSatisfy { $0.hasPrefix("x-coredata:") } ? cell(uris, .toMany) : nil
  }
}

extension PropertyRecord {
  /// Returns the cell for a client's value; nil when it is of a wrong class.
  func cell(_ value: Any?) -> PropertyValue? {
    if let link { return LinkCoding.cell(value, link) }
    return PropertyValue(value, type: kind == .composite ? nil : type)
  }
}
