// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What must hold for every object of a keyed archive before Foundation on Linux decodes any: it
/// reads beyond the values of a dictionary that has more keys, follows objects within themselves
/// without end, and stops the program where a URL has parts that are none.
struct ArchiveStructure {
  private static let greatestDepth = 64
  private static let nothing = "$null"

  private let list: BinaryPropertyList
  private let objects: [Int]
  private var heights: [Int: Int] = [:]
  private var open: Set<Int> = []
  private var kinds: [Int: NSObject.Type?] = [:]

  /// - Parameter objects: the places in the list of the archive's objects.
  init(_ list: BinaryPropertyList, _ objects: [Int]) {
    (self.list, self.objects) = (list, objects)
  }

  /// Throws the obstacle; each object is looked at once.
  mutating func check() throws {
    for object in objects.indices { _ = try height(object) }
  }

  /// How many objects are nested in one, at most, with itself.
  private mutating func height(_ object: Int) throws -> Int {
    if let known = heights[object] { return known }
    guard objects.indices.contains(object), open.count < ArchiveStructure.greatestDepth,
      open.insert(object).inserted
    else { throw KeyedArchive.Obstacle.unreadable }
    var greatest = 0
    for part in try parts(of: object) {
      let below = try height(part)
      greatest = max(greatest, below)
    }
    guard greatest < ArchiveStructure.greatestDepth else { throw KeyedArchive.Obstacle.unreadable }
    open.remove(object)
    heights[object] = greatest + 1
    return greatest + 1
  }

  // MARK: - Parts

  /// The objects that Foundation decodes for one of its collections or URLs; none for others.
  private mutating func parts(of object: Int) throws -> [Int] {
    guard let content = try content(of: object), let place = content["$class"] else { return [] }
    guard let reference = list.identifier(place) else { throw KeyedArchive.Obstacle.unreadable }
    guard let kind = kind(reference) else { return [] }
    if kind.isSubclass(of: NSDictionary.self) { try requirePairs(content) }
    if kind.isSubclass(of: NSURL.self) { return try partsOfURL(content) }
    guard KeyedArchive.isCollection(kind) else { return [] }
    return KeyedArchive.members(of: content, in: list)
  }

  /// Nil for what is no dictionary of a property list; throws for one that cannot be read.
  private func content(of object: Int) throws -> [String: Int]? {
    let content = list.dictionary(objects[object])
    guard content != nil || list.isOtherThanDictionary(objects[object]) else {
      throw KeyedArchive.Obstacle.unreadable
    }
    return content
  }

  private mutating func kind(_ reference: Int) -> NSObject.Type? {
    if let known = kinds[reference] { return known }
    let name =
      objects.indices.contains(reference)
      ? list.dictionary(objects[reference])?["$classname"].flatMap(list.text) : nil
    let known = name.flatMap(KeyedArchive.knownClass) as? NSObject.Type
    kinds.updateValue(known, forKey: reference)
    return known
  }

  /// As many keys as values, each of them an object. A dictionary with neither is empty.
  private func requirePairs(_ content: [String: Int]) throws {
    if content["NS.keys"] == nil, content["NS.objects"] == nil { return }
    guard let keys = content["NS.keys"].flatMap(list.array),
      let values = content["NS.objects"].flatMap(list.array), keys.count == values.count,
      keys.allSatisfy(isObject), values.allSatisfy(isObject)
    else { throw KeyedArchive.Obstacle.unreadable }
  }

  /// Whether a reference is to an object, not to the text that stands for none.
  private func isObject(_ place: Int) -> Bool {
    guard let object = list.identifier(place), objects.indices.contains(object) else {
      return false
    }
    return list.text(objects[object]) != ArchiveStructure.nothing
  }

  private mutating func partsOfURL(_ content: [String: Int]) throws -> [Int] {
    let base = content["NS.base"].flatMap(list.identifier)
    let relative = content["NS.relative"].flatMap(list.identifier)
    if let base { try require(base, NSURL.self) }
    if let relative { try require(relative, NSString.self) }
    return [base, relative].compactMap { $0 }
  }

  /// An object is of a class, or is written as it is.
  private mutating func require(_ object: Int, _ wanted: NSObject.Type) throws {
    guard objects.indices.contains(object) else { throw KeyedArchive.Obstacle.unreadable }
    guard let place = try content(of: object)?["$class"] else { return }
    guard let reference = list.identifier(place), let kind = kind(reference),
      kind.isSubclass(of: wanted)
    else { throw KeyedArchive.Obstacle.unreadable }
  }
}
