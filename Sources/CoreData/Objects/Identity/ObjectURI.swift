// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Permanent object URIs: `x-coredata://STORE-UUID/Entity/p7` (R-PSC-090…094).
enum ObjectURI {
  static func id(_ url: URL, in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    let parts = URIPart.split(url)
    guard parts.count == 5, parts[0] == "x-coredata:", parts[1].isEmpty, !parts[2].isEmpty,
      parts[4].first == "p",
      let entity = coordinator.schema.entity(named: URIPart.decoded(parts[3])),
      let reference = reference(URIPart.decoded(parts[2]), in: coordinator),
      let number = number(
        URIPart.decoded(parts[4].dropFirst()), in: reference,
        root: coordinator.schema.entities[entity.root].name)
    else { return nil }
    return coordinator.objectID(
      for: ObjectKey(entity: entity.index, number: number, store: reference.ordinal))
  }

  /// Returns the key that a temporary URI of this process stands for; nil for any other URI.
  static func temporaryKey(_ url: URL, in schema: StoreSchema) -> ObjectKey? {
    let parts = URIPart.split(url)
    guard parts.count == 5, parts[4].first == "t",
      case let last = parts[4].dropFirst(), last.hasPrefix(TemporaryKeys.session),
      let number = Int64(last.dropFirst(TemporaryKeys.session.count)),
      let entity = schema.entity(named: URIPart.decoded(parts[3]))
    else { return nil }
    return ObjectKey(entity: entity.index, number: number, store: ObjectKey.unassignedStore)
  }

  /// Returns the reference of an added store, by its UUID or one that it had before it was
  /// migrated.
  private static func reference(
    _ identifier: String, in coordinator: NSPersistentStoreCoordinator
  ) -> StoreReference? {
    let stores = coordinator.persistentStores
    let exactly = stores.first { $0.reference.identifier == identifier }
    let present =
      exactly
      ?? stores.first {
        $0.reference.identifier.caseInsensitiveCompare(identifier) == .orderedSame
      }
    if let present { return present.reference }
    guard let alias = coordinator.references.alias(identifier.uppercased()),
      stores.contains(where: { $0.ordinal == alias.ordinal })
    else { return nil }
    return alias
  }

  private static func number(
    _ text: String, in reference: StoreReference, root: String
  ) -> Int64? {
    if let numbers = reference.numbers {
      return text.isEmpty ? nil : numbers.number(forText: text, root: root)
    }
    guard let number = Int64(text), number > 0, String(number) == text else { return nil }
    return number
  }
}

/// Parts of an object's URI, encoded and decoded.
enum URIPart {
  /// Returns the parts between the slashes of a URI, of which some may be empty.
  static func split(_ url: URL) -> [Substring] {
    url.absoluteString.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Substring.init)
  }

  /// Returns a part for a URI. Letters, digits and hyphens of ASCII, which most are made of, go in
  /// as they are; a hyphen is not for `.alphanumerics`, but says the same either way.
  static func encoded(_ part: String, _ allowed: CharacterSet) -> String {
    guard !part.utf8.allSatisfy(isPlain) else { return part }
    return part.addingPercentEncoding(withAllowedCharacters: allowed) ?? part
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns a part of a URI; empty if it cannot be decoded. Few have anything to decode, which
  /// costs.
  static func decoded(_ part: Substring) -> String {
    guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
    return String(part).removingPercentEncoding ?? ""
  }
}
