// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The structure that every object of a keyed archive must have before Foundation on Linux decodes
/// any: it reads beyond the values of a dictionary that has more keys, follows objects within
/// themselves without end, and stops the program where a text, a URL or a number has parts that are
/// none.
struct ArchiveStructure {
  private let parts: ArchiveParts
  private let greatestDepth: Int
  private var heights: [Int: Int] = [:]
  private var open: Set<Int> = []
  private var classes: [Int: ArchivedClass] = [:]
  /// The lists of the objects' members, as places in the property list.
  private var lists: Set<Int> = []
  /// Those of each dictionary's keys by those of its values.
  private var keys: [Int: Int] = [:]

  /// Throws the obstacle; each object is looked at once.
  init(_ parts: ArchiveParts, greatestDepth: Int) throws {
    (self.parts, self.greatestDepth) = (parts, greatestDepth)
    for object in parts.objects.indices { _ = try height(object) }
  }

  /// The class that an object of the archive refers to.
  func knownClass(_ place: Int) throws -> ArchivedClass {
    guard let known = parts.list.identifier(place).flatMap({ classes[$0] }) else {
      throw KeyedArchive.Obstacle.unreadable
    }
    return known
  }

  // MARK: - Members that may fail

  /// True if there is an object that Foundation may fail to decode, and a collection that does not
  /// bear it.
  var mayFail: Bool {
    !classes.values.allSatisfy(\.isCertain) && classes.values.contains { $0.standIn != nil }
  }

  /// The stand-ins for the names of such collections.
  var standIns: [(name: String, standIn: AnyClass)] {
    classes.values.compactMap { known in known.standIn.map { (known.name, $0) } }
  }

  /// The archive with the keys of each dictionary after its values too, where Foundation does not
  /// look for any: so both are decoded together.
  var joined: Data {
    var members: [Int: [Int]] = [:]
    for (values, keys) in keys {
      members[values] = (parts.list.array(values) ?? []) + (parts.list.array(keys) ?? [])
    }
    return parts.list.data(replacing: members)
  }

  // MARK: - Depth

  /// How many objects are nested in one, at most, with itself.
  private mutating func height(_ object: Int) throws -> Int {
    if let known = heights[object] { return known }
    guard parts.objects.indices.contains(object), open.count < greatestDepth,
      open.insert(object).inserted
    else { throw KeyedArchive.Obstacle.unreadable }
    var greatest = 0
    for part in try decodedParts(of: object) {
      let below = try height(part)
      greatest = max(greatest, below)
    }
    guard greatest < greatestDepth else { throw KeyedArchive.Obstacle.unreadable }
    open.remove(object)
    heights[object] = greatest + 1
    return greatest + 1
  }

  // MARK: - Parts

  /// The objects that Foundation decodes for one of its collections or URLs, or that an object of
  /// another class may decode.
  private mutating func decodedParts(of object: Int) throws -> [Int] {
    guard let content = try parts.content(of: object), let place = content["$class"] else {
      return []
    }
    let known = try archivedClass(place)
    guard hasRightParts(content, known), ownsLists(content, known) else {
      throw KeyedArchive.Obstacle.unreadable
    }
    if known.shape == .url { return try partsOfURL(content) }
    let members = parts.members(of: content)
    if known.lacksStandIn { try members.forEach(requirePlain) }
    return members
  }

  private mutating func archivedClass(_ place: Int) throws -> ArchivedClass {
    guard let reference = parts.list.identifier(place), parts.objects.indices.contains(reference)
    else { throw KeyedArchive.Obstacle.unreadable }
    if let known = classes[reference] { return known }
    guard let name = parts.className(reference) else { throw KeyedArchive.Obstacle.unreadable }
    let known = ArchivedClass(name)
    classes[reference] = known
    return known
  }

  private func hasRightParts(_ content: [String: Int], _ known: ArchivedClass) -> Bool {
    switch known.shape {
    case .dictionary: parts.arePairs(content)
    case .countedSet: parts.isCountable(content)
    case .text: parts.isText(content)
    case .decimal: parts.isDecimal(content)
    case .orderedSet, .collection, .url, .other: true
    }
  }

  /// Returns true if no other object has the same members, other than none: what is joined to a
  /// dictionary's values must not come among those of another.
  private mutating func ownsLists(_ content: [String: Int], _ known: ArchivedClass) -> Bool {
    let own = ["NS.keys", "NS.objects"].compactMap { content[$0] }
      .filter { (parts.list.count(ofArray: $0) ?? 0) > 0 }
    if known.shape == .dictionary, own.count == 2 { keys[own[1]] = own[0] }
    return own.allSatisfy { lists.insert($0).inserted }
  }

  /// Of a collection that is not Foundation's own nothing is known: its members must not fail.
  private func requirePlain(_ object: Int) throws {
    guard parts.objects.indices.contains(object), try parts.content(of: object)?["$class"] == nil
    else { throw KeyedArchive.Obstacle.unreadable }
  }

  private mutating func partsOfURL(_ content: [String: Int]) throws -> [Int] {
    let base = content["NS.base"].flatMap(parts.list.identifier)
    let relative = content["NS.relative"].flatMap(parts.list.identifier)
    if let base { try require(base, NSURL.self) }
    if let relative { try require(relative, NSString.self) }
    return [base, relative].compactMap { $0 }
  }

  /// An object is of a class, or is written as it is.
  private mutating func require(_ object: Int, _ wanted: NSObject.Type) throws {
    guard parts.objects.indices.contains(object) else { throw KeyedArchive.Obstacle.unreadable }
    guard let place = try parts.content(of: object)?["$class"] else { return }
    guard try archivedClass(place).isKind(of: [wanted]) else {
      throw KeyedArchive.Obstacle.unreadable
    }
  }
}
