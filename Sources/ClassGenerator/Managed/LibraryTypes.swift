// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Types of the standard library, of Foundation and of CoreData, which are not scanned.
enum LibraryTypes {
  /// Foundation's types are spread over these modules.
  private static let foundation = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization",
  ]
  private static let managed: [String: NominalType.Kind] = [
    "NSManagedObject": .class, "NSManagedObjectID": .class, "NSManagedObjectContext": .class,
    "NSFetchRequestResult": .protocol, "NSPersistentStore": .class,
  ]
  private static let aliases: [String: String] = [
    "TimeInterval": "Double", "Float64": "Double", "Float32": "Float",
  ]

  /// Returns the type of a name, written with or without its module.
  static func type(_ names: [String]) -> NominalType? {
    guard let first = names.first else { return nil }
    let rest = Array(names.dropFirst())
    switch first {
    case "Swift" where !rest.isEmpty: return known(rest, in: ["Swift"])
    case "Foundation" where !rest.isEmpty, "FoundationEssentials" where !rest.isEmpty:
      return known(rest, in: foundation)
    case "CoreData" where rest.count == 1: return managedType(rest[0])
    default: break
    }
    if rest.isEmpty, let type = managedType(first) { return type }
    return known(names, in: ["Swift"] + foundation)
  }

  /// Generic collections, which the runtime does not find by their names alone.
  private static let generic: [String: NominalType.Kind] = [
    "Set": .structure, "Array": .structure, "Dictionary": .structure, "Optional": .enumeration,
  ]

  private static func managedType(_ name: String) -> NominalType? {
    managed[name].map { NominalType(module: "CoreData", names: [name], kinds: [$0]) }
  }

  private static func known(_ names: [String], in modules: [String]) -> NominalType? {
    var names = names
    if names.count == 1, let original = aliases[names[0]] { names = [original] }
    if names.count == 1, modules.contains("Swift"), let kind = generic[names[0]] {
      return NominalType(module: "Swift", names: names, kinds: [kind])
    }
    for module in modules {
      if let kinds = kinds(of: names, in: module) {
        return NominalType(module: module, names: names, kinds: kinds)
      }
    }
    return nil
  }

  /// Returns the kinds of a type and of those around it; nil if there is no such type. The tool
  /// asks the runtime that it runs on itself, so there is no list that could be out of date.
  private static func kinds(of names: [String], in module: String) -> [NominalType.Kind]? {
    var text = module == "Swift" ? "s" : "\(module.utf8.count)\(module)"
    var kinds: [NominalType.Kind] = []
    for name in names {
      guard name.utf8.allSatisfy({ $0 < 0x80 }),
        let kind = [NominalType.Kind.structure, .class, .enumeration, .protocol].first(where: {
          RuntimeTypes.contain("\(text)\(name.utf8.count)\(name)\($0.rawValue)")
        })
      else { return nil }
      text += "\(name.utf8.count)\(name)\(kind.rawValue)"
      kinds.append(kind)
    }
    return kinds
  }
}
